package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.port.PortException;
import io.proteus.core.units.Address;
import io.proteus.core.units.ByteSize;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

class ConnectionsTest {
  private static RedisSettings settings() {
    return new RedisSettings(
        List.of(new Address("127.0.0.1", 1)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty(),
        Duration.ofSeconds(1),
        Optional.empty(),
        64,
        ByteSize.parse("1MB"),
        ByteSize.parse("64MB"),
        true);
  }

  /** A pod goes by its name until it has an address. */
  @ParameterizedTest
  @ValueSource(strings = {"orders-3", "orders-3:port"})
  void refusesAMachineThatHasNoAddressYet(String name) throws PortException {
    try (Connections connections = new Connections(settings())) {
      assertThatThrownBy(() -> connections.ask(name, Jedis::ping))
          .isInstanceOf(PortException.class)
          .hasMessageStartingWith(name + ": want host:port. Its machine may have no address yet");
    }
  }
}
