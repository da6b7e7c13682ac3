package io.proteus.controller;

import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.ClaimTaken;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.PlanProgress;
import io.proteus.core.port.Claim;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/**
 * The beginning of a time in which this Proteus leads, as its journal has it. Where others that
 * keep another journal have led since, the plans that this one left unfinished are dropped: what
 * they were for is the past, and what is to be done now is decided from what is there.
 */
public final class Tenure {
  private Tenure() {}

  /** Notes the claim, once; returns what was dropped, in sentences. */
  public static List<String> begin(Journal journal, Claim claim, Instant now)
      throws JournalException {
    OptionalLong last = lastEpoch(journal);
    if (last.isPresent() && last.getAsLong() == claim.epoch()) {
      return List.of();
    }
    List<PlanProgress> stale =
        last.isPresent() && last.getAsLong() < claim.epoch() - 1
            ? journal.unfinishedPlans()
            : List.of();
    for (PlanProgress plan : stale) {
      journal.append(
          now,
          new PlanEnded(
              plan.plan().id(),
              "dropped",
              "another Proteus has led since (epochs %d to %d)"
                  .formatted(last.getAsLong() + 1, claim.epoch() - 1),
              plan.issued().size()));
    }
    journal.append(now, new ClaimTaken(claim.epoch()));
    return stale.stream()
        .map(
            plan ->
                "dropped %s, which was left unfinished before another Proteus led"
                    .formatted(plan.plan().id()))
        .toList();
  }

  private static OptionalLong lastEpoch(Journal journal) throws JournalException {
    return journal.before(Long.MAX_VALUE, 1, List.of("claim-taken")).stream()
        .mapToLong(entry -> ((ClaimTaken) entry.event()).epoch())
        .findFirst();
  }
}
