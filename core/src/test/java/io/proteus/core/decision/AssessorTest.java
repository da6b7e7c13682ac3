package io.proteus.core.decision;

import static io.proteus.core.fixture.NodeTrait.cpu;
import static io.proteus.core.fixture.NodeTrait.cpuUnknown;
import static io.proteus.core.fixture.PartitionTrait.megabytes;
import static io.proteus.core.fixture.PartitionTrait.of;
import static io.proteus.core.fixture.PartitionTrait.on;
import static io.proteus.core.fixture.PartitionTrait.reads;
import static io.proteus.core.fixture.PartitionTrait.unserved;
import static io.proteus.core.fixture.PartitionTrait.writes;
import static io.proteus.core.fixture.SituationBuilder.situation;
import static io.proteus.core.strategy.ReasonCode.NOT_WORTH_IT;
import static io.proteus.core.strategy.ReasonCode.PARTITIONS_IN_TRANSITION;
import static io.proteus.core.strategy.ReasonCode.TOO_MANY_MOVES;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.SituationBuilder;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.guard.Calm;
import io.proteus.core.strategy.guard.Cooldown;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.guard.MoveBudget;
import io.proteus.core.strategy.guard.WorthIt;
import io.proteus.core.strategy.scaling.Headroom;
import io.proteus.core.strategy.scaling.KeepNodes;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AssessorTest {
  private static final DoNoHarm GATE = new DoNoHarm(new Headroom(Ratio.of(0.7), 2));
  private static final Ratio HOT = Ratio.of(0.7);

  @Test
  void aBalancedClusterIsHealthyAndNothingIsProposed() {
    Assessment assessment = spreading(0.05).assess(balanced().build());

    assertThat(assessment.health().state()).isEqualTo(Health.State.HEALTHY);
    assertThat(assessment.advises()).isFalse();
    assertThat(assessment.sentence().toString())
        .startsWith("healthy: the busiest of 2 nodes is at 30 % CPU, and 4 partitions are served;")
        .contains("nothing is worth doing");
  }

  @Test
  void whereOnlySettingsAreToBeDoneTheyAreWorthDoingOnline() {
    Assessment assessment = met(0, Guards.defaults()).assess(onlySettings().build());

    assertThat(assessment.options()).extracting(Option::worth).containsExactly(Worth.ONLINE);
    assertThat(assessment.sentence().toString())
        .startsWith("healthy: ")
        .contains("worth doing online, at no risk: ")
        .contains("2 nodes set online; 1 table altered online; about ")
        .doesNotContain("moves");
  }

  @Test
  void whereMovesPayTheyAreWorthConsideringBesideWhatIsDoneOnline() {
    Assessment assessment = met(0).assess(mixed(0.3).build());

    assertThat(assessment.options())
        .extracting(Option::worth)
        .containsExactly(Worth.ONLINE, Worth.CONSIDERING);
    assertThat(assessment.options().get(1).price().toString())
        .startsWith("all of it: 2 moves")
        .contains("about ");
    assertThat(assessment.options()).allSatisfy(one -> assertThat(one.gain()).isNotNull());
  }

  @Test
  void whatMovesIsNotWorthItWhereItDoesNotPayAndTheReasonStandsBesideIt() {
    Assessment assessment = spreading(0.9).assess(lopsided().build());

    assertThat(assessment.advises()).isFalse();
    assertThat(assessment.options()).extracting(Option::worth).containsExactly(Worth.NOT);
    assertThat(assessment.options().get(0).because().code()).isEqualTo(NOT_WORTH_IT);
    assertThat(assessment.sentence().toString())
        .contains("nothing is worth doing; not worth it: 2 moves, ")
        .endsWith("[guards.minimumGain]");
  }

  @Test
  void ofAPlanThatIsDonePartlyTheRestIsNamedWithWhatStandsAgainstIt() {
    Assessment assessment = met(1).assess(mixed(0.9).build());

    assertThat(assessment.health().state()).isEqualTo(Health.State.UNHEALTHY);
    assertThat(assessment.options())
        .extracting(Option::worth)
        .containsExactly(Worth.ONLINE, Worth.HELD);
    assertThat(assessment.options().get(1).because().code()).isEqualTo(TOO_MANY_MOVES);
  }

  @Test
  void whatAClusterIsInNeedOfIsWorthDoing() {
    Assessment assessment = met(0).assess(mixed(0.9).build());

    assertThat(assessment.health().sentence().toString())
        .isEqualTo("not healthy: 2 of 2 nodes are over 70 % CPU: rs1, rs2");
    assertThat(assessment.options()).extracting(Option::worth).contains(Worth.NEEDED);
  }

  @Test
  void theDeadAndTheUnservedMakeAClusterUnhealthyWhateverItsLoad() {
    Situation now = balanced().dead("rs9").partition("lost", of("a"), unserved()).build();

    Assessment assessment = met(0, new Guards(List.of(new Calm(true)), List.of())).assess(now);

    assertThat(assessment.health().sentence().toString())
        .isEqualTo("not healthy: 1 partition is served by no node; 1 node is dead: rs9");
    assertThat(assessment.options()).isEmpty();
    assertThat(assessment.sentence().toString()).contains("what is worth doing cannot be told yet");
  }

  @Test
  void whileTheClusterMovesNothingIsSaidToBeWorthDoing() {
    Assessment assessment =
        met(0, new Guards(List.of(new Calm(true)), List.of()))
            .assess(mixed(0.3).inTransition("r1").build());

    assertThat(assessment.unready().code()).isEqualTo(PARTITIONS_IN_TRANSITION);
  }

  @Test
  void aRecentActionKeepsNobodyFromSayingWhatIsWorthDoing() {
    Guards waiting = new Guards(List.of(new Cooldown(Duration.ofMinutes(10))), List.of());

    Assessment assessment =
        met(0, waiting).assess(mixed(0.3).actedAgo(Duration.ofMinutes(1)).build());

    assertThat(assessment.unready()).isNull();
    assertThat(assessment.advises()).isTrue();
  }

  @Test
  void whatIsDecidedAlreadyIsNotDecidedAgain() {
    Situation now = mixed(0.9).build();
    Assessor assessor = met(0);
    DecisionMaker decisions = assessor.decisions();
    Strategy asked = counting(decisions.strategy());
    DecisionMaker maker =
        new DecisionMaker(
            asked,
            decisions.guards(),
            decisions.planner(),
            decisions.predictor(),
            decisions.overdueMachines(),
            decisions.harmless());

    Decision decided = maker.decide(now);
    Assessment assessment = new Assessor(maker, HOT).assess(now, decided);

    assertThat(decisionsAsked).isEqualTo(1);
    assertThat(assessment).isEqualTo(assessor.assess(now));
  }

  @Test
  void aDecisionToWaitTellsNothingOfWhatIsWorthDoing() {
    Guards waiting = new Guards(List.of(new Cooldown(Duration.ofMinutes(10))), List.of());
    Situation now = mixed(0.9).actedAgo(Duration.ofMinutes(1)).build();
    Assessor assessor = met(0, waiting);

    Assessment assessment = assessor.assess(now, assessor.decisions().decide(now));

    assertThat(assessment.advises()).isTrue();
    assertThat(assessment).isEqualTo(assessor.assess(now));
  }

  @Test
  void whatIsNotKnownIsNotHealthy() {
    Assessment assessment = met(0).assess(balanced().node("rs2", cpuUnknown()).build());

    assertThat(assessment.health().state()).isEqualTo(Health.State.UNKNOWN);
    assertThat(assessment.health().sentence().toString())
        .contains("cannot be told: the CPU of 1 of 2 nodes is not known");
  }

  private int decisionsAsked;

  private Strategy counting(Strategy counted) {
    return new Strategy() {
      @Override
      public Verdict decide(Situation now) {
        decisionsAsked++;
        return counted.decide(now);
      }

      @Override
      public Verdict decideRegardlessOfLoad(Situation now) {
        return counted.decideRegardlessOfLoad(now);
      }
    };
  }

  private static SituationBuilder balanced() {
    return situation()
        .nodes(2, cpu(0.3))
        .partition("a1", of("a"), reads(100), on("rs1"))
        .partition("b1", of("b"), reads(100), on("rs1"))
        .partition("a2", of("a"), reads(100), on("rs2"))
        .partition("b2", of("b"), reads(100), on("rs2"));
  }

  /** Two uses, each on both nodes. */
  private static SituationBuilder mixed(double busy) {
    return situation()
        .nodes(2, cpu(busy))
        .partition("r1", of("r"), reads(1000), on("rs1"), megabytes(10))
        .partition("w1", of("w"), writes(1000), on("rs1"), megabytes(10))
        .partition("r2", of("r"), reads(1000), on("rs2"), megabytes(10))
        .partition("w2", of("w"), writes(1000), on("rs2"), megabytes(10));
  }

  /** Each use on its node, and blocks that are not as they should be. */
  private static SituationBuilder onlySettings() {
    return situation()
        .nodes(2, cpu(0.3))
        .partition("r1", of("r"), reads(1000), on("rs1"))
        .partition("w1", of("w"), writes(1000), on("rs2"));
  }

  /** One partition of some too many on a node, which hardly matters. */
  private static SituationBuilder lopsided() {
    SituationBuilder cluster = situation().nodes(2, cpu(0.3));
    for (int i = 1; i <= 12; i++) {
      cluster.partition("p" + i, of("a"), reads(100), on(i <= 8 ? "rs1" : "rs2"), megabytes(100));
    }
    return cluster;
  }

  private static Assessor met(int moves) {
    return met(moves, new Guards(List.of(), List.of(new MoveBudget(moves))));
  }

  private static Assessor met(int moves, Guards guards) {
    return new Assessor(maker(PolicyStrategy.met(), guards), HOT);
  }

  /** Spreads partitions evenly, where so much is gained by it. */
  private static Assessor spreading(double minimumGain) {
    return new Assessor(
        maker(
            PolicyStrategy.counting(new KeepNodes()),
            new Guards(List.of(), List.of(new WorthIt(Ratio.of(minimumGain))))),
        HOT);
  }

  private static DecisionMaker maker(PolicyStrategy strategy, Guards guards) {
    return new DecisionMaker(
        strategy,
        guards,
        Figures.PLANNER,
        Figures.PREDICTOR,
        OverdueMachines.usual(),
        Optional.of(GATE));
  }
}
