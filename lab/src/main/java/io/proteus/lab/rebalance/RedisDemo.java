package io.proteus.lab.rebalance;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.core.port.PortException;
import io.proteus.lab.local.RequestMeter;
import io.proteus.lab.runner.Elapsed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** {@code proteus demo --store redis}: one cluster before and after Proteus. */
public record RedisDemo(Environment environment, Path folder, long windowSeconds) {
  private static final double CORES = 0.05;
  private static final int CLIENTS = 4;
  private static final long SEED = 8;

  /** Runs it; returns the exit code, which is 1 when an acknowledged write was lost. */
  public int run() throws PortException, IOException, InterruptedException {
    Elapsed progress = Elapsed.on(environment.screen());
    try (RedisStage stage = RedisStage.open(environment, folder, CORES, CLIENTS, SEED, progress)) {
      double hottest = stage.hottest();
      RequestMeter.Window before = stage.measure(windowSeconds);
      double seconds = stage.spread(Rebalancer.PROTEUS, progress);
      RequestMeter.Window after = stage.measure(windowSeconds);
      Spreading found = stage.end(after, seconds);
      environment
          .screen()
          .out()
          .printf(
              Locale.ROOT,
              "before: %,.0f op/s, p99 %.0f ms, the hottest shard has %.0f %% of the"
                  + " requests%nafter:  %,.0f op/s, p99 %.0f ms, the hottest shard has %.0f %%; %,d"
                  + " keys moved%n%,d acknowledged writes lost%n",
              before.operationsPerSecond(),
              before.p99Ms(),
              100 * hottest,
              after.operationsPerSecond(),
              after.p99Ms(),
              100 * found.hottest(),
              found.keysMoved(),
              found.lost());
      return found.lost() == 0 ? ExitCode.OK : ExitCode.ERROR;
    }
  }
}
