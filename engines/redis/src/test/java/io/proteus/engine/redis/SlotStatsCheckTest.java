package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotStatsCheckTest {

  @ParameterizedTest
  @CsvSource({
    "valkey-8.0.0, true",
    "valkey-8.0.2, true",
    "valkey-8.0.3, false",
    "valkey-8.0.11, false",
    "valkey-8.1.0, true",
    "valkey-8.1.1, false",
    "valkey-9.0.0, false",
    "7.0.15, false",
    "8.2.0, false",
    "unknown, false"
  })
  void knowsTheVersionsThatEndWhenAFollowerIsPromoted(String version, boolean ends) {
    assertThat(SlotStatsCheck.ends(version)).isEqualTo(ends);
  }
}
