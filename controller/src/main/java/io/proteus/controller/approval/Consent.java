package io.proteus.controller.approval;

import io.proteus.controller.journal.JournalException;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Situation;
import io.proteus.core.words.Sentence;
import java.util.Optional;
import java.util.function.Predicate;

/** Whether the loop may act. Asked by the thread that acts. */
public interface Consent {
  /** Gives consent to everything. */
  Consent ALWAYS = new Consent() {};

  /** This Proteus leads from here on; what was asked for while another did is in the journal. */
  default void leads() throws JournalException {}

  /** Another Proteus leads, or none does. */
  default void standsBy() throws JournalException {}

  /** Whether what an earlier run left may be finished now. */
  default boolean toFinishWhatWasLeft() {
    return true;
  }

  /**
   * Whether what an earlier run left may come to the end now that an operator wanted of it: being
   * put back, or ended after its steps in flight.
   */
  default boolean toEndWhatWasLeft() {
    return true;
  }

  /** Whether a person is asked about each plan. */
  default boolean asksPeople() {
    return false;
  }

  /**
   * Whether an undo waits for its approval or its begin, or cannot be approved because nobody can
   * be asked.
   *
   * @param undone whether a plan is of the action that it undoes
   */
  default boolean awaitsUndoOf(Predicate<String> undone) {
    return false;
  }

  /**
   * Told of every decision, holds included.
   *
   * @param now what it was made from; empty while there is too little
   * @return whether its plan may be carried out at once
   */
  default boolean to(Decision decision, Optional<Situation> now) throws JournalException {
    return decision.plan().isPresent();
  }

  /**
   * Whether a plan may follow at once that was made when the new nodes of an approved plan came up.
   * Otherwise the next cycle decides.
   */
  default boolean toFollow(Plan next) {
    return true;
  }

  /** A decision that waited for a person and was approved; handed out once. */
  default Optional<Decision> approved() {
    return Optional.empty();
  }

  /**
   * An approved plan has ended, or could not begin.
   *
   * @param how in a sentence
   */
  default void approvedEnded(Sentence how) {}

  /** No plan runs any more, and none follows. */
  default void rests() {}
}
