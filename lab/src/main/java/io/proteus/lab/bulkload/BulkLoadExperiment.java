package io.proteus.lab.bulkload;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Few;
import io.proteus.lab.bulkload.LoadBed.Setup;
import io.proteus.lab.stage.Attempts;
import io.proteus.lab.stage.Interleaving;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * HConfig's experiment (HCF-7) with PCM-BL beside it (PCM-10): the same rows into the same servers,
 * set up differently, interleaved and repeated, every second repeat in the reverse order.
 *
 * <p>A load during which a server died is not measured; the server is started again and all are
 * warmed up anew before the next one, which is to have as many servers as the first.
 */
final class BulkLoadExperiment {
  private static final int UNMEASURED = 0;

  private final LoadBed bed;
  private final long warmUpRows;
  private final Consumer<String> progress;
  private final Attempts attempts;
  private final Map<String, Setup> setups = new LinkedHashMap<>();
  private final List<LoadTrial> trials = new ArrayList<>();
  private boolean isWarm;

  /**
   * @param warmUpRows loaded twice before what is measured; 0: none
   */
  BulkLoadExperiment(LoadBed bed, long warmUpRows, Consumer<String> progress) {
    this.bed = bed;
    this.warmUpRows = warmUpRows;
    this.progress = progress;
    this.attempts = new Attempts(progress, bed::isEnding);
  }

  /** What takes all that is measured so far, to keep it. */
  interface Keeper {
    void keep() throws IOException;
  }

  List<Setup> setups() {
    return List.copyOf(setups.values());
  }

  List<LoadTrial> trials() {
    return List.copyOf(trials);
  }

  /** Loads that could not be measured, a sentence each. */
  List<String> failures() {
    return attempts.failures();
  }

  /**
   * Loads unmeasured and without caps: a server whose code is not compiled yet takes several times
   * the CPU.
   */
  void warmUp() throws PortException, IOException, InterruptedException {
    isWarm = false;
    if (warmUpRows > 0) {
      progress.accept("warming up with %,d rows, twice".formatted(warmUpRows));
      bed.liftCaps();
      for (LoadConfiguration each :
          List.of(LoadConfiguration.PRE_SPLIT, LoadConfiguration.DEFAULT)) {
        bed.setUp(each, warmUpRows);
        LoadTrial warm = load(each, warmUpRows, UNMEASURED);
        progress.accept("  %s: %,.0f rows/s".formatted(each.id(), warm.rowsPerSecond()));
      }
    }
    bed.cap();
    isWarm = true;
  }

  /** Measures every configuration once with each number of rows. */
  void repeat(int repeat, List<Long> sizes, List<LoadConfiguration> chosen, Keeper keeper)
      throws IOException, InterruptedException {
    List<LoadConfiguration> order = Interleaving.order(chosen, repeat);
    for (long rows : sizes) {
      for (LoadConfiguration configuration : order) {
        String what = "%,d rows, repeat %d, %s".formatted(rows, repeat, configuration.id());
        attempts
            .attempt(what, () -> measure(configuration, rows, repeat))
            .ifPresent(
                trial -> {
                  trials.add(trial);
                  progress.accept(
                      "%s: %,.0f rows/s, longest pause %.1f s, regions %s"
                          .formatted(
                              what,
                              trial.rowsPerSecond(),
                              trial.longestPauseSeconds(),
                              new TreeMap<>(trial.regionsByServer())));
                });
        keeper.keep();
      }
    }
  }

  private LoadTrial measure(LoadConfiguration configuration, long rows, int repeat)
      throws PortException, IOException, InterruptedException {
    boolean wasWarm = isWarm;
    isWarm = false; // a server that does not come up in time may do so later, cold
    if (bed.startDeadServers() || !wasWarm) {
      warmUp();
    }
    isWarm = true;
    Setup setup = bed.setUp(configuration, rows);
    setups.putIfAbsent(configuration.id() + " " + rows, setup);
    return load(configuration, rows, repeat);
  }

  private LoadTrial load(LoadConfiguration configuration, long rows, int repeat)
      throws PortException, IOException, InterruptedException {
    LoadTrial trial = bed.load(configuration, rows, repeat);
    List<NodeId> dead = bed.deadServers();
    if (!dead.isEmpty()) {
      throw new PortException("%s died meanwhile".formatted(Few.of(dead)));
    }
    if (trial.rowsFound() != rows) {
      throw new PortException("%,d rows were found, the load is void".formatted(trial.rowsFound()));
    }
    return trial;
  }
}
