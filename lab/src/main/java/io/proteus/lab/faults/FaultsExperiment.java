package io.proteus.lab.faults;

import io.proteus.core.port.PortException;
import io.proteus.lab.result.Fact;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.Experiment;
import io.proteus.lab.runner.Experiment.AfterFailure;
import io.proteus.lab.runner.Findings;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.runner.Turn;
import io.proteus.lab.stage.StageSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Trial after trial, kind after kind in turn, so that one that is ended early has something of
 * each; those on servers with the plugin come first. A cluster is used as long as it can be put in
 * order.
 */
final class FaultsExperiment implements Experiment<FaultsExperiment.Planned, TrialRecord> {
  private static final int ROWS = 2_000;

  /** A trial in which the moment did not come has shown nothing, and is drawn anew. */
  private static final int MOST_DRAWS = 3;

  private static final long ANOTHER_DRAW = 1_000_000_007L;

  private final Campaign campaign;
  private final StageSpec spec;
  private final FaultKind.Tools tools;
  private final TrialLog log;
  private final List<TrialRecord> records;
  private @Nullable TrialRecord latest;

  FaultsExperiment(
      Campaign campaign,
      StageSpec spec,
      FaultKind.Tools tools,
      TrialLog log,
      List<TrialRecord> earlier) {
    this.campaign = campaign;
    this.spec = spec;
    this.tools = tools;
    this.log = log;
    this.records = new ArrayList<>(earlier);
  }

  /**
   * What is asked for.
   *
   * @param kinds that are asked for
   * @param byName whether they were named; else all that there are were meant, as far as this
   *     machine can make them
   * @param trials of each kind
   * @param leftOut kinds that cannot be made on this machine, with the reason
   */
  record Campaign(
      List<FaultKind> kinds,
      boolean byName,
      int trials,
      Map<FaultKind, String> leftOut,
      long seed) {}

  /**
   * A trial that is to be made.
   *
   * @param number among those of its kind, from 0
   */
  record Planned(FaultKind kind, int number) {
    boolean is(TrialRecord trial) {
      return trial.kind().equals(kind.id()) && trial.number() == number;
    }

    /** The same for the same place in the same campaign. */
    long seed(long campaign) {
      return (campaign * 1_009 + kind.ordinal()) * 100_003 + number;
    }
  }

  /** What is to be made, in order: without those made before in which the fault struck. */
  static List<Planned> schedule(List<FaultKind> kinds, int trials, List<TrialRecord> made) {
    List<Planned> schedule = new ArrayList<>();
    for (int number = 0; number < trials; number++) {
      for (FaultKind kind : kinds) {
        Planned planned = new Planned(kind, number);
        if (made.stream().filter(TrialRecord::struck).noneMatch(planned::is)) {
          schedule.add(planned);
        }
      }
    }
    return schedule;
  }

  @Override
  public Outline outline() {
    return new Outline(
        "faults",
        "A fault strikes while Proteus carries out a plan under load; then everything is looked"
            + " at. Every trial with all checks is a line of "
            + TrialLog.FILE
            + ".",
        spec.environment(),
        List.of(
            Fact.of("trials of each kind", campaign.trials()), Fact.of("seed", campaign.seed())));
  }

  @Override
  public Iterable<Turn<Planned>> turns() {
    List<FaultKind> possible =
        campaign.kinds().stream().filter(kind -> !campaign.leftOut().containsKey(kind)).toList();
    List<Planned> schedule = new ArrayList<>(schedule(possible, campaign.trials(), records));
    schedule.sort(Comparator.comparing(planned -> !planned.kind().needsPlugin()));
    return () -> new Draws(schedule.iterator());
  }

  /** Each trial in turn, drawn anew where its moment did not come. */
  private final class Draws implements Iterator<Turn<Planned>> {
    private final Iterator<Planned> schedule;
    private @Nullable Turn<Planned> last;

    Draws(Iterator<Planned> schedule) {
      this.schedule = schedule;
    }

    @Override
    public boolean hasNext() {
      return isDrawnAnew() || schedule.hasNext();
    }

    private boolean isDrawnAnew() {
      TrialRecord made = latest;
      return last != null
          && made != null
          && !made.struck()
          && made.failures().isEmpty()
          && last.repeat() < MOST_DRAWS;
    }

    @Override
    public Turn<Planned> next() {
      Turn<Planned> before = last;
      Turn<Planned> turn =
          before != null && isDrawnAnew()
              ? new Turn<>(before.of(), before.repeat() + 1, false)
              : new Turn<>(schedule.next(), 1, false);
      last = turn;
      latest = null;
      return turn;
    }
  }

  @Override
  public String title(Turn<Planned> turn) {
    return "%s %d".formatted(turn.of().kind().id(), turn.of().number());
  }

  @Override
  public Bed<Planned, TrialRecord> open(Planned first, Consumer<String> progress)
      throws PortException, IOException, InterruptedException {
    boolean plugin = first.kind().needsPlugin();
    FaultCluster cluster = FaultCluster.open(spec, plugin, ROWS, campaign.seed(), progress);
    Trial trial = new Trial(cluster, spec.home(), spec.directory(), progress);
    return new Bed<>() {
      @Override
      public TrialRecord measure(Turn<Planned> turn)
          throws PortException, IOException, InterruptedException {
        Planned planned = turn.of();
        progress.accept(title(turn));
        TrialRecord made =
            trial.run(
                planned.kind(),
                planned.kind().fault(tools),
                planned.number(),
                planned.seed(campaign.seed()) + (turn.repeat() - 1) * ANOTHER_DRAW,
                log.file()
                    .resolveSibling("trials")
                    .resolve("%s-%d".formatted(planned.kind().id(), planned.number())));
        progress.accept(made.sentence());
        return made;
      }

      @Override
      public boolean serves(Planned planned) {
        return planned.kind().needsPlugin() == plugin;
      }

      @Override
      public boolean isEnding() {
        return cluster.isEnding();
      }

      @Override
      public void close() throws PortException, IOException {
        cluster.close();
      }
    };
  }

  @Override
  public void keep(Turn<Planned> turn, TrialRecord found) throws IOException {
    log.append(found);
    records.add(found);
    latest = found;
  }

  @Override
  public Findings findings(Measurements<Planned, TrialRecord> soFar) {
    FaultsOutcome outcome = new FaultsOutcome(campaign, records);
    return new Findings(outcome.sections(), outcome.criteria());
  }

  @Override
  public AfterFailure afterFailure() {
    return AfterFailure.ANOTHER_BED;
  }
}
