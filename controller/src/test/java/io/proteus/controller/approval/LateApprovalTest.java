package io.proteus.controller.approval;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.ControlLoop;
import io.proteus.controller.Cycle;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.configuration.ApprovalSettings;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.plan.Planner;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.ScalingMemory;
import io.proteus.core.strategy.Season;
import io.proteus.core.strategy.guard.Guards;
import io.proteus.core.strategy.scaling.ForecastScaling;
import io.proteus.core.strategy.scaling.LimitedScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.testkit.MixedClusters;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Between a proposal and its approval hours may lie, in which things go on. */
class LateApprovalTest {
  private static final OperatorRequest ANNA = new OperatorRequest("anna", "looked at it, ticket 7");
  private static final NodeBounds BOUNDS = new NodeBounds(1, 6);

  private final Rig rig = new Rig(clock -> MixedClusters.two(clock, 0.9));
  private final StopSignal planStop = rig.stop.narrower();
  private final Approvals approvals = recommending();
  private final ControlLoop loop =
      rig.loop(
          new DecisionMaker(
              PolicyStrategy.counting(
                  new LimitedScaling(ForecastScaling.usual(BOUNDS), Limits.within(BOUNDS))),
              Guards.defaults(),
              Planner.met()),
          rig.journal,
          rig.options(approvals, planStop),
          approvals);

  private Approvals recommending() {
    try {
      return Approvals.begin(
          rig.log,
          rig.time,
          new ApprovalSettings(ApprovalMode.RECOMMEND, Duration.ofHours(1), Duration.ofMinutes(30)),
          planStop);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private void approveAfter(Duration waiting) throws Exception {
    rig.cycles(loop, 3);
    String plan = Objects.requireNonNull(approvals.status().pending()).plan().id();
    rig.cycles(loop, (int) waiting.dividedBy(Rig.PERIOD));
    approvals.approve(plan, ANNA);
  }

  @Test
  void whatIsRememberedIsOfTheTimeAtWhichThePlanBegins() throws Exception {
    approveAfter(Duration.ofMinutes(40));
    Instant begun = rig.clock.instant();

    Cycle acted = loop.approved().orElseThrow();

    assertThat(acted.outcome().orElseThrow()).isInstanceOf(Outcome.Completed.class);
    ScalingMemory memory = rig.journal.memory().scaling();
    assertThat(memory.resizes()).extracting(Resized::at).containsExactly(begun);
    Season season = Objects.requireNonNull(memory.season());
    assertThat(season.sampled())
        .as("what was learned while it waited")
        .isAfter(begun.minus(Duration.ofMinutes(11)));
    assertThat(season.slots().stream().mapToInt(Season.Slot::samples).sum()).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatWaitedWhenItsProteusEndedExpiresAndIsProposedAnew(boolean isApproved) throws Exception {
    rig.cycles(loop, 3);
    String plan = Objects.requireNonNull(approvals.status().pending()).plan().id();
    if (isApproved) {
      approvals.approve(plan, ANNA);
    }
    rig.cluster.expireClaim();

    Approvals next = recommending();
    rig.cycles(rig.loop(rig.options(next, planStop), next), 4);

    List<ProposalEnded> ends = ends(plan);
    assertThat(ends).hasSize(isApproved ? 2 : 1);
    assertThat(ends.get(0).outcome()).isEqualTo("expired");
    assertThat(ends.get(0).sentence()).asString().startsWith("its Proteus ended before it began");
    assertThat(Objects.requireNonNull(next.status().pending()).plan().id()).isNotEqualTo(plan);
  }

  @Test
  void whatWasApprovedAndBegunDoesNotExpire() throws Exception {
    approveAfter(Duration.ofMinutes(1));
    Cycle acted = loop.approved().orElseThrow();
    rig.cluster.expireClaim();

    Approvals next = recommending();
    rig.cycles(rig.loop(rig.options(next, planStop), next), 2);

    assertThat(ends(acted.decision().plan().orElseThrow().id()))
        .extracting(ProposalEnded::outcome)
        .containsExactly("approved");
  }

  /** The newest first. */
  private List<ProposalEnded> ends(String plan) throws Exception {
    return rig.journal.before(Long.MAX_VALUE, 10, List.of("proposal-ended")).stream()
        .map(JournalEntry::event)
        .map(ProposalEnded.class::cast)
        .filter(end -> end.plan().equals(plan))
        .toList();
  }

  @Test
  void withoutAJournalNothingBegins() throws Exception {
    approveAfter(Duration.ofMinutes(1));
    rig.journal.close();

    Cycle cycle = loop.approved().orElseThrow();

    assertThat(cycle.outcome()).isEmpty();
    assertThat(cycle.decision().verdict().reasons().get(0).code())
        .isEqualTo(ReasonCode.NOT_CAPABLE);
    assertThat(cycle.decision().verdict().reasons().get(0).setting()).isEqualTo("journal.file");
    assertThat(rig.cluster.peek().nodes()).hasSize(2);
  }
}
