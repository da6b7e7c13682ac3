package io.proteus.lab.bulkload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
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
  private final BulkLoadExperiment experiment = new BulkLoadExperiment(bed, WARM_UP, line -> {});
  private final List<String> kept = new ArrayList<>();

  /** Two servers that load without anybody waiting for it. */
  private static final class Bed implements LoadBed {
    final List<String> said = new ArrayList<>();
    final Set<Integer> killing = new HashSet<>();
    final Set<Integer> losing = new HashSet<>();
    List<NodeId> dead = List.of();
    boolean refusesToStart;
    boolean ending;
    int loads;

    @Override
    public boolean startDeadServers() throws PortException {
      if (refusesToStart) {
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
      if (ending) {
        throw new IOException("connection refused");
      }
      long found = losing.contains(loads) ? rows - 1 : rows;
      return new LoadTrial(configuration.id(), repeat, rows, 1, 0, Map.of("rs1", 1), found);
    }

    @Override
    public boolean isEnding() {
      return ending;
    }
  }

  private void repeat() throws IOException, InterruptedException {
    experiment.repeat(1, List.of(5_000L), BOTH, () -> kept.add("kept"));
  }

  @Test
  void aServerThatDiesSpoilsItsLoadAloneAndIsBackAndWarmBeforeTheNext() throws Exception {
    bed.killing.add(3);

    experiment.warmUp();
    repeat();

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
            "load presplit 5000");
    assertThat(experiment.trials())
        .extracting(LoadTrial::configuration)
        .containsExactly("presplit");
    assertThat(experiment.failures())
        .containsExactly("5,000 rows, repeat 1, default: rs2 died meanwhile");
    assertThat(experiment.setups())
        .as("what was set is told of both, and of no warm-up")
        .extracting(LoadBed.Setup::id, LoadBed.Setup::rows)
        .containsExactly(tuple("default", 5_000L), tuple("presplit", 5_000L));
    assertThat(kept).as("a failure is kept as a figure is").hasSize(2);
  }

  @Test
  void aServerThatDiesWhileServersAreWarmedUpLeavesNobodyMeasuredColdOrUncapped() throws Exception {
    bed.killing.addAll(Set.of(3, 4));

    experiment.warmUp();
    repeat();
    repeat();

    assertThat(experiment.failures())
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
            "load default 5000",
            "load presplit 5000");
  }

  @Test
  void aServerThatDoesNotComeUpAgainIsTriedBeforeEachLoad() throws Exception {
    experiment.warmUp();
    bed.refusesToStart = true;
    repeat();
    bed.refusesToStart = false;
    repeat();

    assertThat(experiment.failures())
        .hasSize(2)
        .allMatch(failure -> failure.endsWith("rs2 did not come up within 120 s"));
    assertThat(experiment.trials()).hasSize(2);
    assertThat(kept).hasSize(4);
    assertThat(bed.said.subList(4, bed.said.size()))
        .as("it may have come up since, and is cold")
        .startsWith("lift", "load presplit 1000");
  }

  @Test
  void aLoadOfWhichARowIsMissingIsVoid() throws Exception {
    bed.losing.add(3);

    experiment.warmUp();
    repeat();

    assertThat(experiment.failures())
        .containsExactly("5,000 rows, repeat 1, default: 4,999 rows were found, the load is void");
    assertThat(experiment.trials()).hasSize(1);
  }

  @Test
  void whatFailsAsTheProcessEndsIsNoFailure() throws Exception {
    experiment.warmUp();
    bed.ending = true;

    assertThatThrownBy(this::repeat).isInstanceOf(InterruptedException.class);
    assertThat(experiment.failures()).isEmpty();
  }
}
