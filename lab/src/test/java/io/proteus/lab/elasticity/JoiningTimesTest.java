package io.proteus.lab.elasticity;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.journal.StepState;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.JoinCluster;
import io.proteus.lab.result.Resize;
import io.proteus.lab.stage.Resizes;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class JoiningTimesTest {
  private Instant now = Instant.parse("2026-11-21T10:00:00Z");
  private final JoiningTimes times = new JoiningTimes(() -> now);
  private final Plan plan = Resizes.plan("p", Resizes.add(4), new JoinCluster(4));

  private void after(long millis) {
    now = now.plusMillis(millis);
  }

  private void joins(String server) {
    times.reached(plan, 0, StepState.ISSUED, null);
    after(20);
    times.told(server + " is configured");
    after(300);
    times.told(server + " serves on port 7004");
    times.reached(plan, 0, StepState.DONE, null);
    after(1500);
    times.reached(plan, 1, StepState.DONE, null);
  }

  @Test
  void eachPartOfAJoiningIsTimedByItself() {
    joins("redis-4");
    after(10_000);
    joins("redis-5");

    assertThat(times.taken())
        .containsExactly(
            new Resize.Joining("redis-4", 0.02, 0.3, 1.5),
            new Resize.Joining("redis-5", 0.02, 0.3, 1.5));
    assertThat(times.taken()).isEmpty();
  }

  @Test
  void aNodeOfCassandraAnswersBeforeItJoins() {
    times.reached(plan, 0, StepState.ISSUED, null);
    after(10);
    times.told("cassandra-4 is configured");
    after(20_000);
    times.told("cassandra-4 waits to join at 127.0.0.4");
    times.reached(plan, 0, StepState.DONE, null);
    after(9_000);
    times.reached(plan, 1, StepState.DONE, null);

    assertThat(times.taken()).containsExactly(new Resize.Joining("cassandra-4", 0.01, 20, 9));
  }

  @Test
  void aServerThatNeverServedDidNotJoin() {
    times.reached(plan, 0, StepState.ISSUED, null);
    times.told("redis-4 is configured");
    times.reached(plan, 1, StepState.DONE, null);

    assertThat(times.taken()).isEmpty();
  }
}
