package io.proteus.controller.action.reference;

import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.controller.journal.JournalEvent.Proposed;
import io.proteus.controller.journal.JournalException;
import java.util.List;
import java.util.Optional;

/** What waited for a person, or had been approved, when its Proteus ended. */
final class LeftProposal {
  /** How a proposal ends that is carried out. */
  static final String APPROVED = "approved";

  private LeftProposal() {}

  /**
   * The plan that the last proposal was of; empty where that came to its end, or was begun. There
   * is one at most: none is proposed while another waits.
   */
  static Optional<String> plan(Journal journal) throws JournalException {
    Optional<JournalEntry> last =
        journal.before(Long.MAX_VALUE, 1, List.of("proposed", "proposal-ended")).stream()
            .findFirst();
    if (last.isEmpty()) {
      return Optional.empty();
    }
    if (last.get().event() instanceof Proposed proposed) {
      return Optional.of(proposed.plan().id());
    }
    return last.get().event() instanceof ProposalEnded ended
            && ended.outcome().equals(APPROVED)
            && !hasBegun(journal, ended.plan(), last.get().number())
        ? Optional.of(ended.plan())
        : Optional.empty();
  }

  /** An approved undo may have begun and its plan not, as it is made anew after a crash. */
  private static boolean hasBegun(Journal journal, String plan, long approval)
      throws JournalException {
    return journal.ofPlan(plan).stream().anyMatch(entry -> entry.event() instanceof Planned)
        || journal.before(Long.MAX_VALUE, 1, List.of("undo-began")).stream()
            .anyMatch(began -> began.number() > approval);
  }
}
