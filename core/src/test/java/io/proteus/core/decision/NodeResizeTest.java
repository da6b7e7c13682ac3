package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.MachinePrices;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.fixture.Figures;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.words.Sentence;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How many nodes there are to be, said by an operator. */
class NodeResizeTest {
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS3 = new NodeId("rs3");
  private static final NodeResize ONE_TO_FOUR = new NodeResize(new NodeBounds(1, 4));

  private static Situation three() {
    return situation()
        .nodes(3, cpu(0.3))
        .partition("a", of("t"), reads(100), on("rs1"))
        .partition("b", of("t"), reads(50), on("rs1"))
        .partition("c", of("t"), reads(10), on("rs2"))
        .partition("d", of("t"), reads(20), on("rs3"))
        .build();
  }

  @Test
  void boundsHoldAndAreNamed() {
    assertThat(ONE_TO_FOUR.objectionToMore(1, three())).isEmpty();
    assertThat(ONE_TO_FOUR.objectionToMore(2, three()).orElseThrow())
        .hasToString("3 nodes are there, 2 more would be 5, and nodes.max is 4");
    assertThat(new NodeResize(new NodeBounds(1, 0)).objectionToMore(1, three()).orElseThrow())
        .asString()
        .contains("nodes.max is 'present'", "nodes.max: 4");
    assertThat(
            new NodeResize(new NodeBounds(3, 4))
                .objectionToFewer(List.of(RS1), three())
                .orElseThrow())
        .hasToString("3 nodes are there, 1 less would be 2, and nodes.min is 3");
    assertThat(ONE_TO_FOUR.objectionToFewer(List.of(new NodeId("rs9")), three()).orElseThrow())
        .hasToString("rs9 is not a live node; these are: rs1, rs2, rs3");
  }

  @Test
  void leavingNodesGiveAllThatTheyHoldAndNobodyElseDoes() {
    Verdict.Retarget shrunk = (Verdict.Retarget) NodeResize.shrunk(three(), List.of(RS1));

    assertThat(shrunk.target().removed()).containsExactly(RS1);
    assertThat(shrunk.target().nodes())
        .flatMap(target -> target.partitions())
        .extracting(Object::toString)
        .containsExactlyInAnyOrder("a", "b");
    assertThat(shrunk.memory().scaling().lastWanted()).hasValue(2);
  }

  @Test
  void thePlanSaysWhatTheMachinesCostMoreOrLess() {
    MachinePrices prices =
        new MachinePrices(
            new TreeMap<>(Map.of(RS1, new BigDecimal("0.20"), RS3, new BigDecimal("0.5"))),
            new BigDecimal("0.1"));
    Situation priced = three().with(three().latest().with(three().topology().with(prices)));
    DecisionMaker decisions =
        new DecisionMaker(
            PolicyStrategy.met(), Guards.defaults(), Figures.PLANNER, Figures.PREDICTOR);

    assertThat(said(decisions.grown(priced, 1))).hasToString("0.1 an hour more");
    assertThat(said(decisions.shrunk(priced, List.of(RS1)))).hasToString("0.2 an hour less");
    assertThat(said(decisions.shrunk(priced, List.of(RS3, new NodeId("rs2")))))
        .as("rs2 has no price")
        .hasToString("0.5 an hour less, beside 1 machine of unknown price");
    assertThat(said(decisions.grown(three(), 2)))
        .as("unknown is not zero")
        .hasToString("not known, as 2 machines have no known price");
  }

  private static Sentence said(Decision decision) {
    return decision.plan().map(plan -> plan.prediction().money().sentence()).orElseThrow();
  }

  /** On a busy machine whose store nobody asks anything, no counter ever moves. */
  @Test
  void anOrderDoesWithoutFiguresOfTheLoadAndSaysSo() {
    Situation idle =
        situation()
            .nodes(3, cpu(0.5))
            .partition("a", of("t"), on("rs1"))
            .gap(Gap.Kind.COUNTERS_STAND_STILL, "shop", "no counter moved")
            .tooFewSamples()
            .build();
    DecisionMaker decisions =
        new DecisionMaker(
            PolicyStrategy.met(), Guards.defaults(), Figures.PLANNER, Figures.PREDICTOR);

    for (Decision ordered :
        List.of(decisions.grown(idle, 1), decisions.shrunk(idle, List.of(RS1)))) {
      assertThat(ordered.plan()).isPresent();
      assertThat(ordered.verdict().reasons())
          .last()
          .asString()
          .startsWith("METRICS_STALE: the load is not known, and the order does without:")
          .contains("no counter moved");
    }
  }

  @Test
  void anOrderIsHeldWhileTheClusterIsNotSeen() {
    Situation old = situation().nodes(3, cpu(0.5)).observedAgo(Duration.ofSeconds(91)).build();
    Situation silent =
        situation()
            .nodes(3, cpu(0.5))
            .gap(Gap.Kind.NODE_UNREADABLE, "rs2", "it does not answer")
            .build();
    DecisionMaker decisions =
        new DecisionMaker(
            PolicyStrategy.met(), Guards.defaults(), Figures.PLANNER, Figures.PREDICTOR);

    assertThat(decisions.grown(old, 1).plan()).isEmpty();
    assertThat(decisions.grown(old, 1).verdict().reasons())
        .first()
        .hasToString(
            "METRICS_STALE: the newest observation is 91 s old, and 90 s are allowed"
                + " [guards.staleAfter]");
    assertThat(decisions.grown(silent, 1).plan()).isEmpty();
    assertThat(decisions.grown(silent, 1).verdict().reasons())
        .first()
        .asString()
        .startsWith("METRICS_INCOMPLETE: rs2: it does not answer");
  }

  @Test
  void drainedNodesGoFirstAndGetNothing() {
    Situation drained =
        three().with(three().memory().with(DrainedNodes.NONE.drain(new NodeId("rs1"))));

    assertThat(NodeResize.leastToHandOver(1, drained)).containsExactly(RS1);
    Verdict.Retarget shrunk = (Verdict.Retarget) NodeResize.shrunk(drained, List.of(RS3));
    assertThat(shrunk.target().nodes())
        .filteredOn(target -> target.node().equals(RS1))
        .allMatch(target -> target.partitions().isEmpty());
  }
}
