package io.proteus.deployment.hbase;

import io.proteus.core.port.PortException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Says why a start failed, as far as the daemons' own logs tell. */
final class StartFailure {

  /** The kernel's SIGKILL leaves nothing in a log. */
  private static final String KILLED =
      "That tells no reason: was it killed for want of memory? The kernel's log (dmesg) or the container's events say so. Then take fewer servers or a smaller heap.";

  private StartFailure() {}

  /**
   * A daemon.
   *
   * @param log where it writes
   */
  record Witness(String name, Path log, DaemonLog.LastWords last) {}

  /** A daemon is no longer there. */
  static PortException ended(Witness dead) {
    List<String> lines =
        lines("%s ended while it was started.".formatted(dead.name()), List.of(dead));
    if (!dead.last().isTelling()) {
      lines.add(KILLED);
    }
    return new PortException(String.join("\n", lines));
  }

  /** Daemons that are there do not serve in time. */
  static PortException late(String subject, Duration patience, List<Witness> daemons) {
    return new PortException(
        String.join(
            "\n",
            lines(
                "%s: does not serve %d s after its start.".formatted(subject, patience.toSeconds()),
                daemons)));
  }

  private static List<String> lines(String what, List<Witness> daemons) {
    List<String> lines = new ArrayList<>(List.of(what));
    for (Witness daemon : daemons) {
      if (!daemon.last().lines().isEmpty()) {
        lines.add("%s says (%s):".formatted(daemon.name(), daemon.log()));
        daemon.last().lines().forEach(line -> lines.add("  " + line));
      }
    }
    return lines;
  }
}
