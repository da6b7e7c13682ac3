package io.proteus.controller.approval;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.Outcomes;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.controller.journal.JournalEvent.Proposed;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Writes the requests of operators and the answers to them. */
final class ApprovalJournal {
  /** What the journal calls an approval, before the plan's name. */
  static final String APPROVE = "approve ";

  /** A proposal waits for an hour, and nobody asks for more in it. */
  private static final int MOST_REQUESTS = 1000;

  private final ActionLog log;
  private final Journal journal;
  private final Time time;

  /** Proposals that ended while another Proteus may lead and write the journal. */
  private final List<ProposalEnded> unwritten = new ArrayList<>();

  private volatile Progress told = Progress.UNSEEN;

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

  /** From here on, what operators ask for is told as well. */
  void tells(Progress progress) {
    told = progress;
  }

  /** Whether something is not done because it was undone. */
  boolean holdsAfterUndo() throws JournalException {
    return journal.memory().undone() != null;
  }

  /** An undo that is under way is gone on with by the next cycle, however it came so far. */
  boolean isGoneOnWith(Plan plan) {
    try {
      return plan.undoes() != null && log.now().underWay() != null;
    } catch (JournalException e) {
      return false;
    }
  }

  void asked(OperatorRequest request, String what) throws JournalException {
    journal.append(time.now(), new OperatorAsked(request.name(), what, request.why()));
    told.asked(request.name(), what, request.why());
  }

  void proposed(Proposal proposal) throws JournalException {
    StrategyMemory memory =
        proposal.fourEyes() == null ? null : proposal.decision().verdict().memory();
    journal.append(proposal.at(), new Proposed(proposal.plan(), proposal.because(), memory));
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

  /**
   * The proposal that an earlier run left open and one of two people had approved.
   *
   * @param fourEyes why two people have to
   */
  Optional<Proposal> approvedByOne(Function<Plan, Optional<Reason>> fourEyes)
      throws JournalException {
    String left = log.now().open().orElse("");
    for (JournalEntry entry : journal.ofPlan(left)) {
      if (entry.event() instanceof Proposed proposed && proposed.memory() != null) {
        Plan plan = proposed.plan();
        Optional<OperatorRequest> first = firstApproval(plan, entry.number());
        Reason why = fourEyes.apply(plan).orElse(null);
        if (first.isPresent() && why != null) {
          Verdict wanted = new Verdict.Retarget(plan.target(), plan.reasons(), proposed.memory());
          return Optional.of(
              new Proposal(
                  new Decision(wanted, Optional.of(plan), Optional.empty()),
                  entry.at(),
                  proposed.because(),
                  why,
                  first.get()));
        }
      }
    }
    return Optional.empty();
  }

  private Optional<OperatorRequest> firstApproval(Plan plan, long after) throws JournalException {
    return journal.after(after, MOST_REQUESTS, List.of("operator-asked")).stream()
        .map(entry -> (OperatorAsked) entry.event())
        .filter(asked -> asked.what().equals(APPROVE + plan.id()))
        .map(asked -> new OperatorRequest(asked.name(), asked.why()))
        .findFirst();
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
