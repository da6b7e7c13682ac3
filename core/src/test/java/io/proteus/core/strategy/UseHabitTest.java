package io.proteus.core.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.TableId;
import io.proteus.core.workload.AccessClass;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UseHabitTest {
  private static final Instant START = Instant.parse("2026-01-01T12:00:00Z");
  private static final Map<TableId, AccessClass> READ = Map.of(new TableId("t"), AccessClass.READ);
  private static final Map<TableId, AccessClass> WRITTEN =
      Map.of(new TableId("t"), AccessClass.WRITE);

  private static Instant after(int minutes) {
    return START.plus(Duration.ofMinutes(minutes));
  }

  @Test
  void knowsHowLongAUseLasts() {
    UseHabit habit = UseHabit.beginning(START, READ);
    assertThat(habit.usually()).isEmpty();

    habit = habit.turned(after(20), WRITTEN).turned(after(50), READ);

    assertThat(habit.usually()).contains(Duration.ofMinutes(25));
    assertThat(habit.since()).isEqualTo(after(50));
    assertThat(habit.uses()).isEqualTo(READ);
  }

  @Test
  void forgetsSlowlyWhatWas() {
    UseHabit habit = UseHabit.beginning(START, READ);
    int minutes = 0;
    for (int turn = 0; turn < 8; turn++) {
      minutes += 80;
      habit = habit.turned(after(minutes), turn % 2 == 0 ? WRITTEN : READ);
    }
    assertThat(habit.usually()).contains(Duration.ofMinutes(80));
    for (int turn = 0; turn < 60; turn++) {
      minutes += 10;
      habit = habit.turned(after(minutes), turn % 2 == 0 ? WRITTEN : READ);
    }

    assertThat(habit.usually().orElseThrow())
        .isBetween(Duration.ofMinutes(9), Duration.ofMinutes(11));
  }
}
