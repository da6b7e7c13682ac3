package io.proteus.controller.journal;

import io.proteus.controller.audit.AuditEvent;
import io.proteus.controller.journal.JournalEvent.ClaimTaken;
import io.proteus.controller.journal.JournalEvent.LoadFinished;
import io.proteus.controller.journal.JournalEvent.LoadPrepared;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalEvent.PlanBraked;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.ProposalEnded;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalEvent.UndoEnded;
import io.proteus.core.plan.Plan;
import io.proteus.core.words.Sentence;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which entries of the journal the audit log has too: what people and Proteus did. */
final class Audited {
  private Audited() {}

  /**
   * What the audit log says of an event; empty where it says nothing.
   *
   * @param kind as the journal names it
   */
  static Optional<AuditEvent> of(String kind, JournalEvent event) {
    String plan = event.planId().orElse(null);
    if (event instanceof OperatorAsked asked) {
      return said(kind, asked.name(), null, "%s: %s".formatted(asked.what(), asked.why()));
    } else if (event instanceof UndoBegan began) {
      return said(kind, began.by(), plan, began.why().toString());
    } else if (event instanceof Planned planned) {
      return said(kind, AuditEvent.PROTEUS, plan, summary(planned.plan()));
    } else if (event instanceof PlanBraked braked) {
      return said(kind, AuditEvent.PROTEUS, plan, "brake " + braked.level() + ": " + braked.why());
    } else if (event instanceof PlanEnded ended) {
      return said(kind, AuditEvent.PROTEUS, plan, ended.outcome() + ": " + ended.sentence());
    } else if (event instanceof ProposalEnded ended) {
      return said(kind, AuditEvent.PROTEUS, plan, ended.outcome() + ": " + ended.sentence());
    } else if (event instanceof UndoEnded ended) {
      return said(kind, AuditEvent.PROTEUS, plan, ended.outcome() + ": " + ended.sentence());
    } else if (event instanceof LoadPrepared prepared) {
      return said(kind, AuditEvent.PROTEUS, plan, "prepares table " + prepared.table());
    } else if (event instanceof LoadFinished finished) {
      return said(kind, AuditEvent.PROTEUS, plan, finished.sentence().toString());
    } else if (event instanceof ClaimTaken taken) {
      return said(kind, AuditEvent.PROTEUS, plan, "leads, epoch %d".formatted(taken.epoch()));
    }
    return Optional.empty();
  }

  private static Optional<AuditEvent> said(
      String kind, String who, @Nullable String plan, String text) {
    return Optional.of(new AuditEvent(kind, who, plan, text));
  }

  private static String summary(Plan plan) {
    return Sentence.of(
            "begins, %d {step|steps}%s%s",
            plan.steps().size(),
            plan.undoes() == null ? "" : ", undoes " + plan.undoes(),
            plan.why().map(reason -> ": " + reason.sentence()).orElse(""))
        .toString();
  }
}
