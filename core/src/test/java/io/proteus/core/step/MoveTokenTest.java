package io.proteus.core.step;

import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Token;
import io.proteus.core.cluster.Topology;
import io.proteus.core.fixture.PartitionTrait;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.plan.undo.UndoPlanner;
import io.proteus.core.units.ByteSize;
import io.proteus.core.words.Sentence;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MoveTokenTest {
  private static final MoveToken MOVE =
      new MoveToken(new NodeId("rs1"), new Token(100), new Token(50), ByteSize.ofMegabytes(10));

  private static SituationBuilder ring(long token) {
    return situation()
        .placedByStore()
        .nodes(2)
        .token("rs1", 0.5, token)
        .token("rs2", 0.5, 200)
        .partition("a", PartitionTrait.on("rs1"));
  }

  @Test
  void itIsDoneOnceTheNodeHasItsTokenAndNothingStreamsOrIsCleanedUp() {
    Topology moving = ring(50).inTransition("a").topology();

    assertThat(MOVE.isDone(ring(100).topology())).isFalse();
    assertThat(MOVE.isDone(moving)).isFalse();
    assertThat(MOVE.isDone(ring(50).topology())).isTrue();
    assertThat(MOVE.blockedBy(moving))
        .map(Sentence::toString)
        .contains("the store still moves partitions");
    assertThat(MOVE.blockedAtLeast(moving)).isPositive();
    assertThat(MOVE.blockedBy(ring(100).topology())).isEmpty();
  }

  @Test
  void aNodeThatHasSeveralTokensByNowIsNotWaitedFor() {
    Topology several = situation().nodes(1).owns("rs1", 1).topology();

    assertThat(MOVE.futile(several))
        .map(Sentence::toString)
        .contains("rs1 does not have one token");
    assertThat(MOVE.futile(ring(100).topology())).isEmpty();
  }

  @Test
  void anUndoGivesTheTokenBack() {
    Topology now = ring(50).topology();
    UndoPlanner.Action action =
        new UndoPlanner.Action(
            "plan-1", 1, List.of(new IssuedSteps(ring(100).topology(), List.of(MOVE))), List.of());

    assertThat(UndoPlanner.plan("undo", action, now, Set.of(Capability.MOVE_TOKEN)).steps())
        .containsExactly(
            new MoveToken(
                new NodeId("rs1"), new Token(50), new Token(100), ByteSize.ofMegabytes(10)));
  }
}
