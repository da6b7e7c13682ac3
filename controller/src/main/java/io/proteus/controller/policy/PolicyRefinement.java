package io.proteus.controller.policy;

import io.proteus.controller.action.Action;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.Actions;
import io.proteus.controller.action.RecordedEvent;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.PoliciesRead;
import io.proteus.controller.journal.JournalEvent.PolicyDrafted;
import io.proteus.controller.journal.JournalEvent.Verified;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.words.Sentence;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Refines policies while the loop runs, from what came of their plans (PCM-7). A plan that made
 * things worse leads to a draft of its policy, once; the draft counts when an operator has accepted
 * it, and not before.
 *
 * <p>A plan that did not make things worse leads to none: that a change shows no gain under one
 * load does not say that it has none under another of the same class.
 */
public final class PolicyRefinement {
  private static final Logger LOG = LoggerFactory.getLogger(PolicyRefinement.class);

  private final PolicyFolder policies;
  private final ActionLog log;
  private String lastSeen = "";

  public PolicyRefinement(PolicyFolder policies, ActionLog log) {
    this.policies = policies;
    this.log = log;
  }

  /** Proposes what the last verdict calls for, and takes what operators have accepted. */
  public void refine(Instant now) throws JournalException {
    Optional<Sentence> read = policies.lookAgain();
    if (read.isPresent()) {
      LOG.info("{}", read.get());
      log.journal().append(now, new PoliciesRead(read.get()));
    }
    Actions actions = log.now();
    RecordedEvent<Verified> newest = actions.verified();
    if (newest != null && !newest.event().plan().equals(lastSeen)) {
      Verified verified = newest.event();
      Optional<Action> action = actions.of(verified.plan());
      if (verified.result().code() == ReasonCode.MADE_WORSE
          && action.isPresent()
          && !isDrafted(verified.plan())) {
        draft(action.get(), verified, now);
      }
      lastSeen = verified.plan();
    }
  }

  private boolean isDrafted(String plan) throws JournalException {
    return log.journal().ofPlan(plan).stream()
        .anyMatch(entry -> entry.event() instanceof PolicyDrafted);
  }

  private void draft(Action action, Verified verified, Instant now) throws JournalException {
    List<Planned> plans = action.plans().stream().map(plan -> plan.begun().event()).toList();
    List<RefinedPolicy> refined = RefinedPolicy.of(plans, policies.get().shelf());
    for (RefinedPolicy one : refined) {
      Sentence why = why(one, verified, refined.size());
      String text = one.text(List.of(why.toString(), "measured: " + verified.result().sentence()));
      Sentence kept = kept(one.policy(), text);
      LOG.info("{}; {}", why, kept);
      log.journal()
          .append(
              now,
              new PolicyDrafted(
                  verified.plan(), one.policy().name(), Sentence.of("%s; %s", why, kept), text));
    }
  }

  private static Sentence why(RefinedPolicy refined, Verified verified, int policies) {
    String name = refined.policy().name();
    Sentence what =
        refined.policy().enabled()
            ? Sentence.of("%s without %s", name, String.join(", ", refined.leftOut()))
            : Sentence.of("%s switched off", name);
    return Sentence.of(
        "%s is proposed, as %s set %s and made things worse%s",
        what,
        verified.plan(),
        String.join(", ", refined.leftOut()),
        policies == 1
            ? ""
            : "; it set values of %d policies, and which of them it was cannot be told"
                .formatted(policies));
  }

  /** Writes the draft where there is a folder for it, and says how it is accepted. */
  private Sentence kept(Policy policy, String text) {
    String name = policy.name();
    Optional<Path> folder = policies.selection().directory();
    if (folder.isEmpty()) {
      return Sentence.of(
          "its text is in the journal only, as policies.directory does not say where to put it");
    }
    try {
      new PolicyDrafts(folder.get()).write(name, text);
      return Sentence.of(
          "`proteus policies accept %s` makes it count%s",
          name,
          !policy.enabled() && policies.selection().enabled().contains(name)
              ? ", once policies.enabled does not name it"
              : "");
    } catch (IOException e) {
      LOG.warn("the draft of policy {} could not be written to {}", name, folder.get(), e);
      return Sentence.of(
          "its text is in the journal only, as %s cannot be written: %s",
          folder.get(), e.getMessage());
    }
  }
}
