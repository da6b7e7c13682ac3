package io.proteus.controller.approval;

import io.proteus.controller.bounds.Bounds;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The state of approval between the loop and the operators. A state never changes; each question
 * and each event leads to the next one. It writes nothing and asks nobody.
 */
public sealed interface ApprovalState {
  /** No plan waits or runs. */
  ApprovalState IDLE = new Idle();

  /** The plan that waits for a person. */
  default Optional<Proposal> pending() {
    return Optional.empty();
  }

  /** The decision that a person approved and that has not begun. */
  default Optional<Decision> granted() {
    return Optional.empty();
  }

  /**
   * The plan that is about to begin, is being carried out, or was and may be followed by another.
   */
  default Optional<Plan> running() {
    return Optional.empty();
  }

  /** The plans that wait for a person, or for their begin. */
  default Stream<Plan> waiting() {
    return Stream.of(pending().map(Proposal::plan), granted().flatMap(Decision::plan))
        .flatMap(Optional::stream);
  }

  /** The same with another waiting plan; a running plan goes on. */
  ApprovalState waitingFor(ApprovalState next);

  /** A plan has consent, and the cluster is read before its first step. */
  default ApprovalState starts(Plan plan, boolean isAsked) {
    return new Starting(plan, isAsked, IDLE);
  }

  /** A plan begins, by consent or because an earlier run left it. */
  default ApprovalState begins(Plan plan) {
    return new Running(plan, true, this);
  }

  /** The first node of a plan is watched. */
  default ApprovalState watches(Plan canary) {
    return begins(canary);
  }

  /** No plan runs any more, and none follows. */
  default ApprovalState rests() {
    return this;
  }

  /** Whether what was agreed includes the plan that would follow. */
  default boolean includes(Plan next, Bounds bounds) {
    return true;
  }

  /** No plan waits or runs. */
  record Idle() implements ApprovalState {
    @Override
    public ApprovalState waitingFor(ApprovalState next) {
      return next;
    }
  }

  /** A plan waits for a person. */
  record Waiting(Proposal proposal) implements ApprovalState {
    @Override
    public Optional<Proposal> pending() {
      return Optional.of(proposal);
    }

    @Override
    public ApprovalState waitingFor(ApprovalState next) {
      return next;
    }
  }

  /**
   * A person approved a plan, and it has not begun.
   *
   * @param decision has a plan
   */
  record Granted(Decision decision) implements ApprovalState {
    @Override
    public Optional<Decision> granted() {
      return Optional.of(decision);
    }

    @Override
    public ApprovalState waitingFor(ApprovalState next) {
      return next;
    }
  }

  /** A plan is about to begin, or has begun. */
  sealed interface UnderWay extends ApprovalState {
    Plan plan();

    /** Whether a person was asked about it. */
    boolean isAsked();

    /** The plan that waited when this one began, and that waits afterwards. */
    ApprovalState then();

    @Override
    default boolean includes(Plan next, Bounds bounds) {
      boolean wasAsked =
          bounds.fourEyes(next).isPresent() ? bounds.fourEyes(plan()).isPresent() : isAsked();
      return wasAsked || bounds.beyond(next).isEmpty();
    }

    @Override
    default Optional<Plan> running() {
      return Optional.of(plan());
    }

    @Override
    default Optional<Proposal> pending() {
      return then().pending();
    }

    @Override
    default Optional<Decision> granted() {
      return then().granted();
    }

    @Override
    default ApprovalState begins(Plan plan) {
      return new Running(plan, isAsked(), then());
    }

    @Override
    default ApprovalState rests() {
      return then();
    }
  }

  /** A plan has consent and no more: it ends before its first step where that is asked for. */
  record Starting(Plan plan, boolean isAsked, ApprovalState then) implements UnderWay {
    @Override
    public ApprovalState waitingFor(ApprovalState next) {
      return new Starting(plan, isAsked, next);
    }
  }

  /** A plan is being carried out, or was and may be followed by another. */
  record Running(Plan plan, boolean isAsked, ApprovalState then) implements UnderWay {
    @Override
    public ApprovalState waitingFor(ApprovalState next) {
      return new Running(plan, isAsked, next);
    }

    /** The plan ends after the steps in flight, and another plan undoes it. */
    ApprovalState putsBack() {
      return new PuttingBack(plan, isAsked, then);
    }
  }

  /** A plan is to end, and to be put back by one that has not begun. */
  record PuttingBack(Plan plan, boolean isAsked, ApprovalState then) implements UnderWay {
    @Override
    public ApprovalState waitingFor(ApprovalState next) {
      return new PuttingBack(plan, isAsked, next);
    }

    @Override
    public ApprovalState begins(Plan next) {
      return next.undoes() == null
          ? new PuttingBack(next, isAsked, then)
          : new Running(next, isAsked, then);
    }

    @Override
    public ApprovalState watches(Plan canary) {
      return new PuttingBack(canary, isAsked, then);
    }
  }
}
