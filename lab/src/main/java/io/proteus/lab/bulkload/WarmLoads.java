package io.proteus.lab.bulkload;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Few;
import io.proteus.lab.bulkload.LoadBed.Setup;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.Turn;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Servers that are warm before each load that is measured. A load during which a server died is not
 * measured; the server is started again and all are warmed up anew before the next one, which is to
 * have as many servers as the first.
 */
final class WarmLoads implements Bed<Loaded, LoadTrial> {
  private static final int UNMEASURED = 0;

  private final LoadBed bed;
  private final long warmUpRows;
  private final Map<Loaded, Setup> setups;
  private final Consumer<String> progress;
  private boolean isWarm;

  /**
   * @param warmUpRows loaded twice before what is measured; 0: none
   * @param setups takes how each load was set up
   */
  WarmLoads(LoadBed bed, long warmUpRows, Map<Loaded, Setup> setups, Consumer<String> progress) {
    this.bed = bed;
    this.warmUpRows = warmUpRows;
    this.setups = setups;
    this.progress = progress;
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

  @Override
  public LoadTrial measure(Turn<Loaded> turn)
      throws PortException, IOException, InterruptedException {
    LoadConfiguration configuration = turn.of().configuration();
    long rows = turn.of().rows();
    boolean wasWarm = isWarm;
    isWarm = false; // a server that does not come up in time may do so later, cold
    if (bed.startDeadServers() || !wasWarm) {
      warmUp();
    }
    isWarm = true;
    Setup setup = bed.setUp(configuration, rows);
    setups.putIfAbsent(turn.of(), setup);
    LoadTrial trial = load(configuration, rows, turn.repeat());
    progress.accept(
        "%,d rows, repeat %d, %s: %,.0f rows/s, longest pause %.1f s, regions %s"
            .formatted(
                rows,
                turn.repeat(),
                configuration.id(),
                trial.rowsPerSecond(),
                trial.longestPauseSeconds(),
                new TreeMap<>(trial.regionsByServer())));
    return trial;
  }

  @Override
  public boolean isEnding() {
    return bed.isEnding();
  }

  @Override
  public void close() throws PortException, IOException {
    bed.close();
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
