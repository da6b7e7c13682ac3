package io.proteus.controller.approval;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.Outcomes;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.controller.journal.JournalEvent.Proposed;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.plan.Plan;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes the requests of operators and the answers to them. */
final class ApprovalJournal {
  private final ActionLog log;
  private final Journal journal;
  private final Time time;

  /** Proposals that ended while another Proteus may lead and write the journal. */
  private final List<ProposalEnded> unwritten = new ArrayList<>();

  ApprovalJournal(ActionLog log, Time time) {
    this.log = log;
    this.journal = log.journal();
    this.time = time;
  }

  ActionLog log() {
    return log;
  }

  /** Who paused Proteus; empty when it is not paused. */
  Optional<OperatorRequest> lastPause() throws JournalException {
    return log.now().paused().map(asked -> new OperatorRequest(asked.name(), asked.why()));
  }

  boolean isUndoUnderWay() throws JournalException {
    return log.now().underWay() != null;
  }

  void asked(OperatorRequest request, String what) throws JournalException {
    journal.append(time.now(), new OperatorAsked(request.name(), what, request.why()));
  }

  void proposed(Proposal proposal) throws JournalException {
    journal.append(proposal.at(), new Proposed(proposal.plan(), proposal.because()));
  }

  void ended(Plan plan, String outcome, Sentence sentence) throws JournalException {
    journal.append(time.now(), new ProposalEnded(plan.id(), outcome, sentence));
  }

  void undoBegan(String plan, OperatorRequest request) throws JournalException {
    journal.append(
        time.now(), new UndoBegan(plan, request.name(), Sentence.verbatim(request.why())));
  }

  /** A proposal ended, and that is written once this Proteus leads. */
  void expiredMeanwhile(Plan plan, Sentence why) {
    unwritten.add(new ProposalEnded(plan.id(), Outcomes.EXPIRED, why));
  }

  void writeEnds() throws JournalException {
    while (!unwritten.isEmpty()) {
      journal.append(time.now(), unwritten.get(0));
      unwritten.remove(0);
    }
  }

  /** Ends the proposal that an earlier run left open. */
  void expireLeft() throws JournalException {
    Optional<String> left = log.now().open();
    if (left.isPresent()) {
      journal.append(
          time.now(),
          new ProposalEnded(
              left.get(),
              Outcomes.EXPIRED,
              Sentence.of(
                  "its Proteus ended before it began; what is still wanted is proposed anew")));
    }
  }
}
