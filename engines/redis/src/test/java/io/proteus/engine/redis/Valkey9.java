package io.proteus.engine.redis;

import io.proteus.core.cluster.NodeId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** Servers that move slots as a whole, which the test command installs. */
final class Valkey9 {
  private static final String VERSION = "9.1.2";
  static final String MISSING = "Valkey " + VERSION + " is not installed";

  private Valkey9() {}

  static Optional<String> program() {
    String installed = System.getenv("PROTEUS_VALKEY_9");
    Path folder =
        installed == null
            ? Path.of(System.getProperty("user.home"), ".cache", "proteus", "valkey-" + VERSION)
            : Path.of(installed);
    return Optional.of(folder.resolve("bin/valkey-server"))
        .filter(Files::isExecutable)
        .map(Path::toString);
  }

  /** Keeps what a node moves from its end, as if it were a lot; {@code enable-debug-command}. */
  static void hold(NodeId source, boolean isHeld) {
    try (Jedis jedis = new Jedis(HostAndPort.from(source.value()))) {
      jedis.sendCommand(
          () -> "DEBUG".getBytes(StandardCharsets.UTF_8),
          "SLOTMIGRATION",
          "PREVENT-PAUSE",
          isHeld ? "1" : "0");
    }
  }
}
