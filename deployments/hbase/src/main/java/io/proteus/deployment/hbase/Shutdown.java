package io.proteus.deployment.hbase;

import io.proteus.cloud.local.Capping;
import io.proteus.cloud.local.LocalProcess;
import io.proteus.cloud.local.LocalProcesses;
import io.proteus.cloud.local.ResourceCap;
import io.proteus.core.port.PortException;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Ends all daemons in the order in which they need each other: HBase before HDFS. */
final class Shutdown {

  /** A RegionServer flushes its memstores first. */
  private static final Duration HBASE_PATIENCE = Duration.ofSeconds(60);

  private static final Duration OTHERS_PATIENCE = Duration.ofSeconds(20);

  private final LocalProcesses processes;
  private final Consumer<String> progress;

  Shutdown(LocalProcesses processes, Consumer<String> progress) {
    this.processes = processes;
    this.progress = progress;
  }

  /** Lets every daemon finish what it is at. */
  void gently() throws PortException {
    // flushing under a small cap takes long
    for (Capping capping : processes.caps()) {
      processes.cap(capping.group(), ResourceCap.NONE);
    }
    end(name -> name.equals(Daemons.MASTER) || Member.isRegionServer(name), HBASE_PATIENCE);
    end(name -> true, OTHERS_PATIENCE);
    sweep(OTHERS_PATIENCE);
  }

  /** Kills everything: for a cluster whose data is not wanted any more. */
  void atOnce() throws PortException {
    end(name -> true, Duration.ZERO);
    sweep(Duration.ZERO);
  }

  private void end(Predicate<String> which, Duration patience) throws PortException {
    List<String> names = processes.all().stream().map(LocalProcess::name).filter(which).toList();
    processes.stop(names, patience, name -> progress.accept(name + " ended"));
  }

  private void sweep(Duration patience) throws PortException {
    processes.stopStrays(
        patience, name -> progress.accept("%s, started but not recorded, ended".formatted(name)));
    processes.removeCaps();
  }
}
