package io.proteus.controller.approval;

import io.proteus.controller.approval.ApprovalState.PuttingBack;
import io.proteus.controller.bounds.MaintenanceWindows;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Reason;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that is agreed between the loop and the operators, and what operators may ask for while it
 * stands. It never changes; each change makes a new one.
 *
 * @param paused by whom and why; null when Proteus is not paused
 * @param state of the plan that waits or is carried out
 * @param quietUntil nothing is proposed before; null when there is no such moment
 * @param waits why a plan that nobody has to approve is not begun; null when none waits
 */
record Approval(
    ApprovalMode mode,
    @Nullable OperatorRequest paused,
    ApprovalState state,
    @Nullable Instant quietUntil,
    @Nullable Reason waits) {

  static Approval begin(ApprovalMode mode, @Nullable OperatorRequest paused) {
    return new Approval(mode, paused, ApprovalState.IDLE, null, null);
  }

  Approval in(ApprovalMode other) {
    return new Approval(other, paused, state, quietUntil, waits);
  }

  Approval paused(@Nullable OperatorRequest by) {
    return new Approval(mode, by, state, quietUntil, waits);
  }

  Approval to(ApprovalState next) {
    return new Approval(mode, paused, next, quietUntil, waits);
  }

  Approval quietUntil(@Nullable Instant moment) {
    return new Approval(mode, paused, state, moment, waits);
  }

  Approval waits(@Nullable Reason why) {
    return new Approval(mode, paused, state, quietUntil, why);
  }

  boolean isPaused() {
    return paused != null;
  }

  /** The plan that waits, which an operator means to answer. */
  Proposal pending(String plan) throws NotPossible {
    Proposal proposal =
        state
            .pending()
            .orElseThrow(
                () ->
                    new NotPossible("no plan waits for a person, so %s does not.".formatted(plan)));
    if (!proposal.plan().id().equals(plan)) {
      throw new NotPossible("%s waits for a person, not %s.".formatted(proposal.plan().id(), plan));
    }
    return proposal;
  }

  /** The plan that is carried out, which an operator means to end. */
  Plan running(String plan) throws NotPossible {
    Optional<Plan> running = state.running();
    if (running.isEmpty() || !running.get().id().equals(plan)) {
      throw new NotPossible(
          running.isEmpty()
              ? "no plan is being carried out, so %s is not.".formatted(plan)
              : "%s is being carried out, not %s.".formatted(running.get().id(), plan));
    }
    return running.get();
  }

  /** The plan that waits, which this operator may approve. */
  Proposal toApprove(String plan, OperatorRequest asked) throws NotPossible {
    refuseInShadow();
    Proposal proposal = pending(plan);
    if (paused != null) {
      throw new NotPossible(
          "Proteus is paused by %s: %s. Resume it first.".formatted(paused.name(), paused.why()));
    }
    OperatorRequest first = proposal.first();
    if (first != null && first.name().equalsIgnoreCase(asked.name())) {
      Reason why = proposal.fourEyes();
      throw new NotPossible(
          "%s has approved %s already; the second approval has to be another person's [%s]."
              .formatted(
                  first.name(),
                  plan,
                  why == null || why.setting() == null ? "approval.fourEyes" : why.setting()));
    }
    return proposal;
  }

  private void refuseInShadow() throws NotPossible {
    if (mode == ApprovalMode.SHADOW) {
      throw new NotPossible(
          "this Proteus runs in the shadow: it claims nothing and can change nothing"
              + " [approval.mode].");
    }
  }

  void requireNoPause() throws NotPossible {
    if (paused != null) {
      throw new NotPossible("Proteus is paused already, by %s.".formatted(paused.name()));
    }
  }

  void requirePause() throws NotPossible {
    if (paused == null) {
      throw new NotPossible("Proteus is not paused.");
    }
  }

  /** The plan is carried out and does not end yet. */
  void requireToStop(String plan) throws NotPossible {
    running(plan);
    if (state instanceof PuttingBack) {
      throw new NotPossible(
          "%s ends after its steps in flight already, and is put back then. That can be stopped once it has begun."
              .formatted(plan));
    }
  }

  /** The plan is carried out, and nothing is put back yet. */
  void requireToPutBack(String plan) throws NotPossible {
    Plan toEnd = running(plan);
    if (toEnd.undoes() != null) {
      throw new NotPossible(
          "%s puts back what %s changed. It can be stopped.".formatted(plan, toEnd.undoes()));
    }
    if (state instanceof PuttingBack) {
      throw new NotPossible("%s is about to be put back already.".formatted(plan));
    }
  }

  /** The mode lets an ended plan be put back. */
  void requireActing() throws NotPossible {
    if (mode.isIdle()) {
      throw new NotPossible(
          "the mode is %s, in which nothing is put back. Change the mode first."
              .formatted(mode.word()));
    }
  }

  /** A plan that an operator orders may wait for approval now. */
  void requireToOrder() throws NotPossible {
    refuseInShadow();
    if (mode.isIdle()) {
      throw new NotPossible(
          "the mode is %s, in which no plan is carried out. Change the mode first."
              .formatted(mode.word()));
    }
    if (paused != null) {
      throw new NotPossible(
          "Proteus is paused by %s: %s. Resume it first.".formatted(paused.name(), paused.why()));
    }
    Optional<Plan> running = state.running();
    if (running.isPresent()) {
      throw new NotPossible(
          "%s is being carried out. Ask again once it has ended.".formatted(running.get().id()));
    }
  }

  /** The mode may become another one, and is not that one yet. */
  void requireChangeTo(ApprovalMode wanted) throws NotPossible {
    refuseInShadow();
    if (wanted == ApprovalMode.SHADOW) {
      throw new NotPossible(
          "this Proteus has claimed the cluster. Start another one with approval.mode: shadow and a"
              + " journal of its own.");
    }
    if (wanted == mode) {
      throw new NotPossible("the mode is %s already.".formatted(mode.word()));
    }
  }

  /** The status that operators see. */
  ApprovalStatus status(boolean isStopping, MaintenanceWindows.@Nullable State window) {
    Optional<Plan> running = state.running();
    boolean putsBack = running.filter(plan -> plan.undoes() != null).isPresent();
    return new ApprovalStatus(
        mode,
        paused,
        state.pending().orElse(null),
        state.granted().flatMap(Decision::plan).map(Plan::id).orElse(null),
        running.map(Plan::id).orElse(null),
        running.isPresent() && isStopping,
        putsBack || state instanceof PuttingBack,
        quietUntil,
        waits,
        window);
  }
}
