package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FiguresTest {
  private static final String KEYSPACE =
      "# Keyspace\r\ndb0:keys=7,expires=0,avg_ttl=0\r\ndb12:keys=3,expires=1,avg_ttl=5\r\n";

  @Test
  void keysOfAllDatabasesCount() {
    Figures told = Figures.parse("used_memory_dataset:1000\r\n" + KEYSPACE);

    assertThat(told.keysByDatabase()).isEqualTo(Map.of(0, 7L, 12, 3L));
    assertThat(told.keys()).isEqualTo(10);
    assertThat(told.bytesOfAKey()).isEqualTo(100);
    assertThat(Figures.parse("# Keyspace\r\n").keys()).isZero();
  }
}
