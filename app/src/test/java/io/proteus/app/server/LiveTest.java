package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.view.Appraisal;
import io.proteus.controller.execution.Outcome;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.Price;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Words;
import io.proteus.core.workload.AccessClass;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LiveTest {
  private final Live live =
      new Live(
          "shop",
          new Appraisal(rates -> AccessClass.READ, List.of(), Ratio.of(0.6)),
          new SetClock(),
          new Events(1, Words.NEUTRAL),
          new Metrics().of("shop"),
          Duration.ofMinutes(2));

  private static Plan plan(String id, Step... steps) {
    return new Plan(
        id, 1, Layout.of(List.of(), List.of(), Map.of()), List.of(steps), Price.NOTHING, List.of());
  }

  /** It is not that none of its steps is. */
  @Test
  void whileACanaryIsWatchedAllItsStepsAreOver() {
    Plan canary = plan("plan-1", new SetMemorySplit(new NodeId("rs1"), MemorySplit.of(0.5, 0.2)));
    live.begins(canary);
    assertThat(live.run().orElseThrow().isWatched()).isFalse();
    live.ended(canary, new Outcome.Completed(1));

    live.watches(canary);

    assertThat(live.run().orElseThrow().isWatched()).isTrue();
    assertThat(live.run().orElseThrow().over()).isEqualTo(1);
    live.watched(canary);
    assertThat(live.run()).isEmpty();
  }

  /** So that who looks on can still stop it. */
  @Test
  void aResizeRunsUntilItsSecondPlanHasEnded() {
    Plan grow = plan("plan-1");
    Plan fill = plan("plan-2");

    live.begins(grow);
    live.ended(grow, new Outcome.Replan(1));
    assertThat(live.run().orElseThrow().plan()).isEqualTo(grow);

    live.begins(fill);
    live.ended(fill, new Outcome.Completed(3));
    assertThat(live.run()).isEmpty();
  }
}
