package io.proteus.core.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.strategy.LoadHabit.Peak;
import io.proteus.core.strategy.LoadHabit.Strain;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LoadHabitTest {
  private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");
  private final LoadHabit begun = LoadHabit.beginning(START, 5, new Peak(2, 100));

  private static Instant after(int minutes) {
    return START.plus(Duration.ofMinutes(minutes));
  }

  @Test
  void keepsTheMostOfEachSpan() {
    LoadHabit habit = begun.with(after(3), 5, new Peak(3, 50)).with(after(12), 5, new Peak(1, 10));

    assertThat(habit.peaks()).containsExactly(new Peak(3, 100), new Peak(1, 10));
    assertThat(habit.peak(Duration.ZERO)).isEqualTo(new Peak(1, 10));
    assertThat(habit.peak(Duration.ofMinutes(10))).isEqualTo(new Peak(3, 100));
    assertThat(habit.found()).isEqualTo(5);
    assertThat(habit.watched(after(12))).isEqualTo(Duration.ofMinutes(12));
  }

  @Test
  void doesNotChangeWithNoise() {
    assertThat(begun.with(after(3), 5, new Peak(2.03, 101))).isSameAs(begun);
  }

  @Test
  void takesASpanThatNobodySawToBeAsTheOneBefore() {
    assertThat(begun.with(after(31), 5, new Peak(1, 1)).peaks())
        .containsExactly(new Peak(2, 100), new Peak(2, 100), new Peak(2, 100), new Peak(1, 1));
  }

  /** Proteus was stopped over night, or its source of CPU was gone. */
  @Test
  void aPauseIsNoTimeInWhichTheLoadWasWatchedAndTellsNoRise() {
    LoadHabit habit = begun.with(after(8 * 60 + 5), 5, new Peak(7, 100));

    assertThat(habit.watched(after(8 * 60 + 5))).isEqualTo(Duration.ofMinutes(15));
    assertThat(habit.rise()).isZero();
    assertThat(habit.with(after(8 * 60 + 15), 5, new Peak(7.5, 100)).rise()).isEqualTo(0.5);
    assertThat(begun.with(after(12), 5, new Peak(7, 100)).rise()).isEqualTo(5);
  }

  @Test
  void keepsADay() {
    LoadHabit habit = begun;
    for (int span = 1; span <= 200; span++) {
      habit = habit.with(after(10 * span), 5, new Peak(1, 1));
    }

    assertThat(habit.peaks()).hasSize(144).containsOnly(new Peak(1, 1));
  }

  @Test
  void beginsAnewAfterALongPauseAndWhereAClockWasSetBack() {
    Peak load = new Peak(1, 1);

    assertThat(begun.with(after(25 * 60), 7, load))
        .isEqualTo(LoadHabit.beginning(after(25 * 60), 7, load));
    assertThat(begun.with(after(-1), 7, load)).isEqualTo(LoadHabit.beginning(after(-1), 7, load));
  }

  @Test
  void remembersTheLastStrainBeforeAGrowth() {
    Strain before = new Strain(after(1), 5, 900, Ratio.of(0.9));
    Strain later = new Strain(after(2), 5, 950, Ratio.of(0.95));
    Strain since = new Strain(after(9), 8, 960, Ratio.of(0.96));
    Optional<Resized> growth = Optional.of(new Resized(after(2), 5, 8));

    LoadHabit habit =
        begun
            .strained(Optional.of(before), Optional.empty())
            .strained(Optional.of(later), Optional.empty());
    assertThat(habit.strained()).isEqualTo(later);
    assertThat(habit.grown()).isNull();

    LoadHabit grown = habit.strained(Optional.empty(), growth);
    assertThat(grown.grown()).isEqualTo(later);
    assertThat(grown.strained()).isNull();
    assertThat(grown.strained(Optional.of(since), growth).grown()).isEqualTo(later);
  }
}
