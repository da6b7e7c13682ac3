package io.proteus.engine.redis;

import io.proteus.core.port.PortException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;

/** Moves of slots whose nodes fail, on Redis. */
class RedisFaultsIT extends SlotFaults {

  @BeforeAll
  static void start() throws PortException {
    start("/usr/bin/redis-server", Path.of("target/it-faults"), Map.of());
  }
}
