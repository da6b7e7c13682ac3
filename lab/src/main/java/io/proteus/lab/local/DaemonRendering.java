package io.proteus.lab.local;

import io.proteus.app.rendering.Grid;
import io.proteus.app.rendering.Paint;
import io.proteus.app.view.Figures;
import io.proteus.cloud.local.Capping;
import io.proteus.core.units.ByteSize;
import io.proteus.deployment.hbase.ClusterStatus;
import io.proteus.deployment.hbase.DaemonStatus;
import io.proteus.deployment.hbase.RegionServerStatus;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The screen of {@code local status}.
 *
 * @param width of the screen, in characters
 */
public record DaemonRendering(int width, Paint paint) {

  /**
   * The processes of a cluster, with a line break at the end.
   *
   * @param resident what a process has in memory; null when it is not known
   */
  public String render(ClusterStatus status, LongFunction<@Nullable ByteSize> resident) {
    Map<String, Capping> caps = new HashMap<>();
    for (RegionServerStatus server : status.regionServers()) {
      if (server.capping() != null) {
        caps.put(server.daemon().name(), server.capping());
        caps.put(server.dataNode().name(), server.capping());
      }
    }
    List<DaemonStatus> daemons = status.daemons().toList();
    String table =
        new Grid<DaemonStatus>()
            .text("process", 0, DaemonStatus::name)
            .figure("pid", 0, DaemonRendering::pid, this::alarm)
            .figure("memory", 1, daemon -> memory(daemon, resident))
            .text("CPU cap", 2, daemon -> cap(caps.get(daemon.name())))
            .text("address", 3, DaemonStatus::address)
            .text("log", 4, daemon -> daemon.log().toString())
            .render(daemons, width, paint);
    long running = daemons.stream().filter(DaemonStatus::isRunning).count();
    return table + "\n\n %d of %d processes run.\n".formatted(running, daemons.size());
  }

  private String alarm(DaemonStatus daemon, String cell) {
    return daemon.isRunning() ? cell : paint.red(cell);
  }

  private static String pid(DaemonStatus daemon) {
    return daemon.pid() == null ? "down" : Long.toString(daemon.pid());
  }

  private static String memory(DaemonStatus daemon, LongFunction<@Nullable ByteSize> resident) {
    return Figures.size(daemon.pid() == null ? null : resident.apply(daemon.pid()));
  }

  private static String cap(@Nullable Capping capping) {
    if (capping == null) {
      return "none";
    }
    return capping.holds() ? capping.wanted().toString() : "none: " + capping.hindrance();
  }
}
