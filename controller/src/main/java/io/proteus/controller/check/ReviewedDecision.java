package io.proteus.controller.check;

import io.proteus.controller.configuration.ApprovalSettings;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.Price;
import io.proteus.core.strategy.Reason;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a configuration makes of a moment.
 *
 * @param reason the weightiest
 * @param plan null where nothing is to be done
 * @param consent who would have to let it begin; {@link Consent#NONE} where nothing is to be done
 */
public record ReviewedDecision(
    Instant at, Reason reason, @Nullable Plan plan, ReviewedDecision.Consent consent) {

  /** Who lets a plan begin. */
  public enum Consent {
    /** there is no plan */
    NONE("-"),
    /** Proteus only looks */
    NOBODY("nobody: it only looks"),
    /** within the limits */
    PROTEUS("Proteus itself"),
    /** no window is open */
    WINDOW("waits for a window"),
    /** a person approves it */
    ONE_PERSON("one person"),
    /** two people approve it */
    TWO_PEOPLE("two people");

    private final String words;

    Consent(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  static ReviewedDecision of(Instant at, Decision decision, ApprovalSettings approval) {
    Plan plan = decision.plan().orElse(null);
    return new ReviewedDecision(
        at,
        decision.verdict().reasons().get(0),
        plan,
        plan == null ? Consent.NONE : consent(at, plan, approval));
  }

  private static Consent consent(Instant at, Plan plan, ApprovalSettings approval) {
    return switch (approval.mode()) {
      case SHADOW, OBSERVE -> Consent.NOBODY;
      case RECOMMEND -> people(plan, approval);
      case AUTOMATIC ->
          approval.bounds().beyond(plan).isPresent()
              ? people(plan, approval)
              : approval.bounds().notNow(plan, at).isPresent() ? Consent.WINDOW : Consent.PROTEUS;
    };
  }

  private static Consent people(Plan plan, ApprovalSettings approval) {
    return approval.bounds().fourEyes(plan).isPresent() ? Consent.TWO_PEOPLE : Consent.ONE_PERSON;
  }

  /** What it costs; empty where nothing is to be done. */
  public Optional<Price> price() {
    return Optional.ofNullable(plan).map(Plan::wholePrice);
  }

  /** Whether both come to the same, whatever their figures in words. */
  boolean isLike(ReviewedDecision other) {
    return reason.code() == other.reason.code()
        && consent == other.consent
        && price().equals(other.price());
  }
}
