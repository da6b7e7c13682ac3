package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerVersionTest {

  private static ServerVersion version(String told) {
    return ServerVersion.of(Figures.parse(told)).orElseThrow();
  }

  private static ServerVersion redis(String version) {
    return version("redis_version:%s\r\n".formatted(version));
  }

  /** It tells with which Redis it goes, too. */
  private static ServerVersion valkey(String version) {
    return version("redis_version:7.2.4\r\nvalkey_version:%s\r\n".formatted(version));
  }

  @Test
  void majorAndMinorTellWhichIsNewer() {
    assertThat(redis("7.2.0").isNewerThan(redis("7.0.15"))).isTrue();
    assertThat(valkey("9.0.0").isNewerThan(valkey("8.1.4"))).isTrue();
    assertThat(redis("7.10.0").isNewerThan(redis("7.9.0"))).isTrue();
    assertThat(redis("7.0.15").isNewerThan(redis("7.2.0"))).isFalse();
    assertThat(redis("7.2.5").isNewerThan(redis("7.2.1"))).as("a patch").isFalse();
  }

  @Test
  void redisAndValkeyAreNotCompared() {
    assertThat(valkey("8.0.1").isNewerThan(redis("7.0.15"))).isFalse();
    assertThat(redis("8.2.0").isNewerThan(valkey("8.0.1"))).isFalse();
    assertThat(valkey("8.0.1")).hasToString("Valkey 8.0");
  }

  @Test
  void aServerThatDoesNotTellHasNone() {
    assertThat(ServerVersion.of(Figures.parse("run_id:1\r\n"))).isEmpty();
  }
}
