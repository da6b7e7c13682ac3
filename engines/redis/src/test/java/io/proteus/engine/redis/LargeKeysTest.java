package io.proteus.engine.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.engine.redis.LargeKeys.Question;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LargeKeysTest {

  @Test
  void slotsWithFewKeysAreAskedForTogether() {
    assertThat(LargeKeys.questions(Map.of(1, 200L, 2, 0L, 3, 400L, 4, 7L)))
        .containsExactly(new Question(List.of(1, 3), 600), new Question(List.of(4), 7));
    assertThat(LargeKeys.questions(Map.of(1, 0L))).isEmpty();
  }

  @Test
  void ofASlotWithMillionsOfKeysSomeAreAskedFor() {
    assertThat(LargeKeys.questions(Map.of(1, 3_000_000_000L)))
        .containsExactly(new Question(List.of(1), 10_000));
  }
}
