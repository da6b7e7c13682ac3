package io.proteus.core.strategy.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.strategy.demand.CacheShare.Blocks;
import java.util.List;
import org.junit.jupiter.api.Test;

class CacheShareTest {

  @Test
  void ofDataThatIsReadEvenlyACacheHoldsItsOwnSize() {
    Blocks even = new Blocks(1000, 0.01);

    double seconds = CacheShare.seconds(List.of(even), 250);

    assertThat(even.held(seconds)).isCloseTo(0.25, within(0.01));
  }

  @Test
  void whatIsReadOftenTakesTheRoomOfWhatIsReadSeldom() {
    Blocks often = new Blocks(500, 1);
    Blocks seldom = new Blocks(500, 0.01);

    double seconds = CacheShare.seconds(List.of(often, seldom), 500);

    assertThat(often.held(seconds)).isGreaterThan(0.9);
    assertThat(seldom.held(seconds)).isLessThan(0.1);
    assertThat(500 * often.held(seconds) + 500 * seldom.held(seconds)).isCloseTo(500, within(1.0));
  }

  @Test
  void allIsCachedThatFitsAndWhatNobodyReadsTakesNoRoom() {
    List<Blocks> all = List.of(new Blocks(100, 1), new Blocks(1_000_000, 0));

    assertThat(CacheShare.seconds(all, 100)).isEqualTo(Double.POSITIVE_INFINITY);
  }
}
