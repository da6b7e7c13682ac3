package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.engine.redis.CommandKinds.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Answers to {@code COMMAND} as Redis 7.0 gives them, cut after the first key. */
class CommandKindsTest {

  private static Kind kind(String name, int arity, List<String> flags, long firstKey) {
    return CommandKinds.parse(List.of(List.of(name, (long) arity, flags, firstKey))).of(name);
  }

  @Test
  void commandsWhoseKeysAreNotAtAFixedPlaceAreRequests() {
    assertThat(kind("xread", -4, List.of("readonly", "blocking", "movablekeys"), 0))
        .isEqualTo(Kind.READ);
    assertThat(kind("zinter", -3, List.of("readonly", "movablekeys"), 0)).isEqualTo(Kind.READ);
    assertThat(kind("lmpop", -4, List.of("write", "movablekeys"), 0)).isEqualTo(Kind.WRITE);
    assertThat(kind("xreadgroup", -7, List.of("write", "blocking", "movablekeys"), 0))
        .isEqualTo(Kind.WRITE);
  }

  @Test
  void scriptsAreNoneAsTheirCommandsAreCounted() {
    List<String> flags = List.of("readonly", "noscript", "stale", "movablekeys");

    assertThat(kind("eval_ro", -3, flags, 0)).isEqualTo(Kind.NEITHER);
    assertThat(kind("evalsha_ro", -3, flags, 0)).isEqualTo(Kind.NEITHER);
    assertThat(kind("fcall_ro", -3, flags, 0)).isEqualTo(Kind.NEITHER);
  }

  @Test
  void commandsWithoutKeysAndOrdersOfThoseWhoRunTheClusterAreNone() {
    assertThat(kind("ping", -1, List.of("fast"), 0)).isEqualTo(Kind.NEITHER);
    assertThat(kind("dbsize", 1, List.of("readonly", "fast"), 0)).isEqualTo(Kind.NEITHER);
    assertThat(kind("debug", -2, List.of("admin", "noscript"), 0)).isEqualTo(Kind.NEITHER);
  }

  @Test
  void readsOfManyElementsAreScans() {
    assertThat(kind("hgetall", 2, List.of("readonly"), 1)).isEqualTo(Kind.SCAN);
    assertThat(kind("xrange", -4, List.of("readonly"), 1)).isEqualTo(Kind.SCAN);
  }
}
