package io.proteus.core.strategy.scaling;

import static io.proteus.core.fixture.SituationBuilder.NOW;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.ASKED_FOR;
import static io.proteus.core.strategy.ReasonCode.OPPOSITE_RESIZE;
import static io.proteus.core.strategy.scaling.Answers.codes;
import static io.proteus.core.strategy.scaling.Answers.memory;
import static io.proteus.core.strategy.scaling.Answers.nodes;
import static io.proteus.core.strategy.scaling.Answers.reason;
import static io.proteus.core.strategy.scaling.Answers.scaling;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SteadyScalingTest {
  private static final Duration WINDOW = Duration.ofMinutes(30);

  @Test
  void whatUndoesNothingIsDoneAndRemembered() {
    Scaling answer = wanting(20).decide(four(new Resized(minutesAgo(1), 3, 4)));

    assertThat(nodes(answer)).as("there is no other limit").isEqualTo(20);
    assertThat(scaling(answer).resizes()).last().isEqualTo(new Resized(NOW, 4, 20));
  }

  @Test
  void neitherAGrowthNorARemovalIsUndoneWithinTheWindow() {
    Scaling shrink = wanting(3).decide(four(new Resized(minutesAgo(29), 3, 4)));
    Scaling grow = wanting(5).decide(four(new Resized(minutesAgo(29), 5, 4)));

    assertThat(codes(shrink)).containsExactly(OPPOSITE_RESIZE);
    assertThat(codes(grow)).containsExactly(OPPOSITE_RESIZE);
    assertThat(reason(grow).setting()).isEqualTo("met.oppositeWindow");
    assertThat(memory(grow).nodesToChange()).as("it did not grow").isEqualTo(1);
  }

  @Test
  void afterTheWindowItIs() {
    assertThat(nodes(wanting(3).decide(four(new Resized(minutesAgo(30), 3, 4))))).isEqualTo(3);
  }

  @Test
  void toConfigureWhatIsThereIsNoResize() {
    Scaling answer = wanting(4).decide(four(new Resized(minutesAgo(1), 5, 4)));

    assertThat(codes(answer)).containsExactly(ASKED_FOR);
    assertThat(scaling(answer).resizes()).hasSize(1);
  }

  private static Instant minutesAgo(int minutes) {
    return NOW.minusSeconds(60L * minutes);
  }

  private static Situation four(Resized... resizes) {
    return situation()
        .nodes(4)
        .remembering(
            StrategyMemory.INITIAL.with(new ScalingMemory(List.of(resizes), null, List.of(), null)))
        .build();
  }

  /** As MeT does, it would add twice as many the next time. */
  private static SteadyScaling wanting(int nodes) {
    return new SteadyScaling(
        now ->
            new Scaling.Resize(
                nodes,
                List.of(ASKED_FOR.says("%d nodes", nodes)),
                now.memory().withNodesToChange(2)),
        WINDOW,
        "met.oppositeWindow");
  }
}
