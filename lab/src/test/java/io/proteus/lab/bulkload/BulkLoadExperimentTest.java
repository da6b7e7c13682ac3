package io.proteus.lab.bulkload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PortException;
import io.proteus.lab.bulkload.LoadBed.Setup;
import io.proteus.lab.result.Cell;
import io.proteus.lab.result.Result;
import io.proteus.lab.result.Section;
import io.proteus.lab.runner.ExperimentRunner;
import io.proteus.lab.runner.Outline;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Loads during which a server dies, or that do not come whole. */
class BulkLoadExperimentTest {
  private static final long WARM_UP = 1_000;
  private static final List<LoadConfiguration> BOTH =
      List.of(LoadConfiguration.DEFAULT, LoadConfiguration.PRE_SPLIT);

  private final Bed bed = new Bed();
  private final Map<Loaded, LoadBed.Setup> setups = new LinkedHashMap<>();
  private final List<String> kept = new ArrayList<>();

  /** Two servers that load without anybody waiting for it. */
  private static final class Bed implements LoadBed {
    final List<String> said = new ArrayList<>();
    final Set<Integer> killing = new HashSet<>();
    final Set<Integer> losing = new HashSet<>();
    List<NodeId> dead = List.of();
    int refusesFor;
    int endsAt = Integer.MAX_VALUE;
    int loads;

    @Override
    public boolean startDeadServers() throws PortException {
      if (refusesFor-- > 0) {
        throw new PortException("rs2 did not come up within 120 s");
      }
      boolean any = !dead.isEmpty();
      dead.forEach(node -> said.add("start " + node));
      dead = List.of();
      return any;
    }

    @Override
    public List<NodeId> deadServers() {
      return dead;
    }

    @Override
    public void cap() {
      said.add("cap");
    }

    @Override
    public void liftCaps() {
      said.add("lift");
    }

    @Override
    public Setup setUp(LoadConfiguration configuration, long rows) {
      return new Setup(configuration.id(), rows, "", 1, Map.of());
    }

    @Override
    public LoadTrial load(LoadConfiguration configuration, long rows, int repeat)
        throws IOException {
      loads++;
      said.add("load %s %d".formatted(configuration.id(), rows));
      if (killing.contains(loads)) {
        dead = List.of(new NodeId("rs2"));
      }
      if (loads >= endsAt) {
        throw new IOException("connection refused");
      }
      long found = losing.contains(loads) ? rows - 1 : rows;
      return new LoadTrial(configuration.id(), repeat, rows, 1, 0, Map.of("rs1", 1), found);
    }

    @Override
    public void close() {
      said.add("close");
    }

    @Override
    public boolean isEnding() {
      return loads >= endsAt;
    }
  }

  /** Runs so many repeats. */
  private Result run(int repeats) throws Exception {
    return new ExperimentRunner(line -> {}, Instant.EPOCH, soFar -> kept.add("kept"))
        .run(experiment(repeats));
  }

  private BulkLoadExperiment experiment(int repeats) {
    return new BulkLoadExperiment(
        new Outline("bulk-load", "", null, List.of()),
        List.of(5_000L),
        BOTH,
        repeats,
        WARM_UP,
        progress -> bed,
        setups);
  }

  /** The configurations of the loads that were measured. */
  private static List<Cell> measured(Result result) {
    Section loads = result.sections().get(result.sections().size() - 1);
    return loads.tables().get(0).rows().stream().map(row -> row.get(0)).toList();
  }

  @Test
  void aServerThatDiesSpoilsItsLoadAloneAndIsBackAndWarmBeforeTheNext() throws Exception {
    bed.killing.add(3);

    Result result = run(1);

    assertThat(bed.said)
        .containsExactly(
            "lift",
            "load presplit 1000",
            "load default 1000",
            "cap",
            "load default 5000",
            "start rs2",
            "lift",
            "load presplit 1000",
            "load default 1000",
            "cap",
            "load presplit 5000",
            "close");
    assertThat(measured(result)).containsExactly(Cell.of("presplit"));
    assertThat(result.failures())
        .containsExactly("5,000 rows, repeat 1, default: rs2 died meanwhile");
    assertThat(setups.values())
        .as("what was set is told of both, and of no warm-up")
        .extracting(LoadBed.Setup::id, LoadBed.Setup::rows)
        .containsExactly(tuple("default", 5_000L), tuple("presplit", 5_000L));
    assertThat(kept).as("a failure is kept as a figure is").hasSize(2);
  }

  @Test
  void aServerThatDiesWhileServersAreWarmedUpLeavesNobodyMeasuredColdOrUncapped() throws Exception {
    bed.killing.addAll(Set.of(3, 4));

    Result result = run(2);

    assertThat(result.failures())
        .containsExactly(
            "5,000 rows, repeat 1, default: rs2 died meanwhile",
            "5,000 rows, repeat 1, presplit: rs2 died meanwhile");
    assertThat(bed.said.subList(5, bed.said.size()))
        .containsExactly(
            "start rs2",
            "lift",
            "load presplit 1000",
            "start rs2",
            "lift",
            "load presplit 1000",
            "load default 1000",
            "cap",
            "load presplit 5000",
            "load default 5000",
            "close");
  }

  @Test
  void aServerThatDoesNotComeUpAgainIsTriedBeforeEachLoad() throws Exception {
    bed.refusesFor = 2;

    Result result = run(2);

    assertThat(result.failures())
        .hasSize(2)
        .allMatch(failure -> failure.endsWith("rs2 did not come up within 120 s"));
    assertThat(measured(result)).hasSize(2);
    assertThat(kept).hasSize(4);
    assertThat(bed.said.subList(4, bed.said.size()))
        .as("it may have come up since, and is cold")
        .startsWith("lift", "load presplit 1000");
  }

  @Test
  void aLoadOfWhichARowIsMissingIsVoid() throws Exception {
    bed.losing.add(3);

    Result result = run(1);

    assertThat(result.failures())
        .containsExactly("5,000 rows, repeat 1, default: 4,999 rows were found, the load is void");
    assertThat(measured(result)).hasSize(1);
  }

  @Test
  void whatFailsAsTheProcessEndsIsNoFailure() {
    bed.endsAt = 3;

    assertThatThrownBy(() -> run(1)).isInstanceOf(InterruptedException.class);
    assertThat(kept).isEmpty();
    assertThat(bed.said).endsWith("close");
  }
}
