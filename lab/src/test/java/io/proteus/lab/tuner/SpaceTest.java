package io.proteus.lab.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.units.InvalidValue;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SpaceTest {
  private final Space space = MadeUpStore.space();

  @Test
  void whatCompetesGivesWayJustAsFarAsItMust() {
    Point largeCache = space.with(space.usual(), Map.of(0, 6)).orElseThrow();

    assertThat(space.values(largeCache)).containsEntry("cache", "7").containsEntry("buffer", "1");
    assertThat(space.values(space.with(space.usual(), Map.of(0, 4)).orElseThrow()))
        .containsEntry("cache", "5")
        .containsEntry("buffer", "3");
  }

  @Test
  void whatIsAskedForAndCannotBeIsNoPoint() {
    assertThat(space.with(space.usual(), Map.of(0, 6, 4, 6))).isEmpty();
  }

  @Test
  void everyPointThatIsDrawnOrNearIsPossible() {
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 500; i++) {
      Point drawn = space.random(Set.of(0, 1, 4), random);

      assertThat(space.everything()).contains(space.values(drawn));
      assertThat(space.neighbours(drawn, Set.of(0, 4)))
          .allSatisfy(near -> assertThat(space.everything()).contains(space.values(near)));
      assertThat(space.values(drawn)).containsEntry("filter", "ROW").containsEntry("inert", "2");
    }
  }

  @Test
  void everythingIsEveryPossibleSettingOnce() {
    // pairs of cache and buffer up to 8 together: 7 + 6 + 5 + 4 + 3 + 2 + 1
    assertThat(space.everything()).hasSize(28 * 5 * 3 * 4).doesNotHaveDuplicates();
  }

  @Test
  void aPointIsFoundAgainByItsValuesAndUnknownValuesAreNone() {
    assertThat(space.point(space.usualValues())).contains(space.usual());
    assertThat(space.point(Map.of("cache", "9"))).isEmpty();
  }

  @Test
  void defaultsThatDoNotGoTogetherAreRefused() {
    assertThatThrownBy(() -> new Space(List.of(MadeUpStore.CACHE), 1, values -> false))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("defaults that go together");
  }
}
