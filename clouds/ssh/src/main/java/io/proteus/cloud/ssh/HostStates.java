package io.proteus.cloud.ssh;

import io.proteus.cloud.provisioning.remote.Ssh;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Asks hosts whether their nodes run. */
final class HostStates {
  private static final Duration KNOCK = Duration.ofSeconds(2);

  /** Prints for how many seconds the process has run whose id a command prints; else nothing. */
  private static final String AGE =
      "p=$(%s) && [ \"${p:-0}\" -gt 0 ] 2>/dev/null && ps -o etimes= -p \"$p\" || true";

  private final SshCloudSettings settings;
  private final Ssh ssh;

  HostStates(SshCloudSettings settings, Ssh ssh) {
    this.settings = settings;
    this.ssh = ssh;
  }

  /**
   * A host whose commands do not end is as one that is not reached: others must not wait for it.
   */
  HostState of(String host) throws PortException {
    try {
      String printed = ssh.look(host, asked(host));
      int end = printed.indexOf('\n');
      return new HostState(
          true,
          since(host, end < 0 ? printed : printed.substring(0, end)),
          HostMark.read(end < 0 ? "" : printed.substring(end + 1)));
    } catch (Ssh.Unreached | Ssh.NoAnswer e) {
      return new HostState(
          false,
          listens(settings.nodeOn(host)) ? Optional.of(Instant.EPOCH) : Optional.empty(),
          Map.of());
    }
  }

  /** Prints a line with the age of the node's process, empty where none runs, and then the mark. */
  private String asked(String host) {
    return "echo \"$(%s)\"; %s"
        .formatted(
            AGE.formatted(settings.filled(settings.pid(), host)), HostMark.reading(settings, host));
  }

  /** Since when the node on a host runs, by the clock here; empty when it does not. */
  private static Optional<Instant> since(String host, String age) throws PortException {
    String printed = age.strip();
    if (printed.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Instant.now().minusSeconds(Long.parseLong(printed)));
    } catch (NumberFormatException e) {
      throw new PortException(
          "%s: cloud.pid wants the id of a process or 0, and 'ps' answers %s for it."
              .formatted(host, printed),
          e);
    }
  }

  private static boolean listens(NodeId node) {
    int colon = node.value().lastIndexOf(':');
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(
              node.value().substring(0, Math.max(0, colon)),
              Integer.parseInt(node.value().substring(colon + 1))),
          (int) KNOCK.toMillis());
      return true;
    } catch (IOException | IllegalArgumentException e) {
      return false;
    }
  }
}
