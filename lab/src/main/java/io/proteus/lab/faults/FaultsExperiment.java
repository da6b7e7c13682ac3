package io.proteus.lab.faults;

import io.proteus.core.port.PortException;
import io.proteus.lab.stage.StageSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Trial after trial, kind after kind in turn, so that one that is ended early has something of
 * each. A cluster is used as long as it can be put in order.
 */
final class FaultsExperiment {
  private static final int ROWS = 2_000;

  /** A trial in which the moment did not come has shown nothing, and is drawn anew. */
  private static final int MOST_DRAWS = 3;

  private static final long ANOTHER_DRAW = 1_000_000_007L;

  private final StageSpec spec;
  private final FaultKind.Tools tools;
  private final Path report;
  private final long seed;
  private final Consumer<String> progress;
  private final List<String> notRun = new ArrayList<>();

  FaultsExperiment(
      StageSpec spec, FaultKind.Tools tools, Path report, long seed, Consumer<String> progress) {
    this.spec = spec;
    this.tools = tools;
    this.report = report;
    this.seed = seed;
    this.progress = progress;
  }

  /** Makes a trial. */
  @FunctionalInterface
  interface Maker {
    /**
     * Draws it once.
     *
     * @param draw from 0; the same for the same draw
     * @throws PortException when it could not be made, of which nothing is shown
     * @throws IOException as above, such as what HBase's client throws
     */
    TrialRecord make(Planned planned, int draw)
        throws PortException, IOException, InterruptedException;
  }

  /** Takes each record as soon as there is one. */
  @FunctionalInterface
  interface Keeper {
    void keep(TrialRecord trial) throws IOException;
  }

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

  /** Trials that could not be made, a sentence each. */
  List<String> notRun() {
    return List.copyOf(notRun);
  }

  /** Makes the trials, those on servers with the plugin first. */
  void run(List<Planned> schedule, Keeper keeper)
      throws PortException, IOException, InterruptedException {
    for (boolean plugin : new boolean[] {true, false}) {
      List<Planned> its = schedule.stream().filter(p -> p.kind().needsPlugin() == plugin).toList();
      int next = 0;
      while (next < its.size()) {
        next = onOneCluster(its, next, plugin, keeper);
      }
    }
  }

  /** Goes on until all are made or the cluster is spoiled; where to go on. */
  private int onOneCluster(List<Planned> schedule, int from, boolean plugin, Keeper keeper)
      throws PortException, IOException, InterruptedException {
    try (FaultCluster cluster = FaultCluster.open(spec, plugin, ROWS, seed, progress)) {
      Trial trial = new Trial(cluster, spec.home(), spec.directory(), progress);
      return goOn(schedule, from, (planned, draw) -> trial(trial, planned, draw), keeper);
    }
  }

  /** Goes on until all are made or one could not be; where to go on, on a new cluster. */
  int goOn(List<Planned> schedule, int from, Maker maker, Keeper keeper)
      throws IOException, InterruptedException {
    for (int next = from; next < schedule.size(); next++) {
      Planned current = schedule.get(next);
      progress.accept("%s %d".formatted(current.kind().id(), current.number()));
      TrialRecord made;
      int draw = 0;
      do {
        try {
          made = maker.make(current, draw++);
        } catch (PortException | IOException e) {
          String sentence =
              "%s %d: %s".formatted(current.kind().id(), current.number(), e.getMessage());
          progress.accept("NOT RUN: " + sentence);
          notRun.add(sentence);
          return next + 1;
        }
        progress.accept(made.sentence());
        keeper.keep(made);
      } while (!made.struck() && made.failures().isEmpty() && draw < MOST_DRAWS);
    }
    return schedule.size();
  }

  private TrialRecord trial(Trial trial, Planned planned, int draw)
      throws PortException, IOException, InterruptedException {
    return trial.run(
        planned.kind(),
        planned.kind().fault(tools),
        planned.number(),
        planned.seed(seed) + draw * ANOTHER_DRAW,
        report.resolve("trials").resolve("%s-%d".formatted(planned.kind().id(), planned.number())));
  }
}
