package io.proteus.controller;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.Outcomes;
import io.proteus.controller.action.PlanProgress;
import io.proteus.controller.execution.BelievedResize;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.BalancerRestored;
import io.proteus.controller.journal.JournalEvent.BalancerTaken;
import io.proteus.controller.journal.JournalEvent.ClaimTaken;
import io.proteus.controller.journal.JournalEvent.CompactionsPaused;
import io.proteus.controller.journal.JournalEvent.CompactionsResumed;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Claim;
import io.proteus.core.port.OwnBalancer;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.UpkeepPauses;
import io.proteus.core.words.Sentence;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * The beginning of a term in which this Proteus leads. If others with another journal have led
 * since the last term, unfinished plans are dropped: their purpose is outdated, and new decisions
 * start from observation. The strategy also forgets resizes of those plans that did not happen.
 */
public final class LeaderTerm {
  private LeaderTerm() {}

  /**
   * Notes the claim, once; returns what was dropped, in sentences.
   *
   * @throws JournalException also when the journal is of another cluster
   */
  public static List<Sentence> begin(ActionLog log, Ports ports, Claim claim, Time time)
      throws JournalException, PortException {
    Journal journal = log.journal();
    journal.requireOf(ports.store().clusterId());
    Instant now = time.now();
    OptionalLong last = lastEpoch(journal);
    if (last.isPresent() && last.getAsLong() == claim.epoch()) {
      return List.of();
    }
    boolean othersLed = last.isPresent() && last.getAsLong() < claim.epoch() - 1;
    takeOn(journal, ports, othersLed, now);
    List<PlanProgress> stale =
        othersLed ? log.now().unfinished().stream().map(ActionPlan::progress).toList() : List.of();
    for (PlanProgress plan : stale) {
      journal.append(
          now,
          new PlanEnded(
              plan.plan().id(),
              Outcomes.DROPPED,
              Sentence.of(
                  "another Proteus has led since (epochs %d to %d)",
                  last.getAsLong() + 1, claim.epoch() - 1),
              plan.issued().size()));
    }
    if (!stale.isEmpty()) {
      new BelievedResize(ports.store(), log, time).takeBack(stale.get(0));
    }
    journal.append(now, new ClaimTaken(claim.epoch()));
    return stale.stream()
        .map(
            plan ->
                Sentence.of(
                    "dropped %s, which was left unfinished before another Proteus led",
                    plan.plan().id()))
        .toList();
  }

  /** Makes the journal say what the store says; what both do not know of is on. */
  private static void takeOn(Journal journal, Ports ports, boolean othersLed, Instant now)
      throws JournalException, PortException {
    Optional<OwnBalancer> balancer = ports.find(OwnBalancer.class);
    boolean balancerOff = balancer.isPresent() && balancer.get().balancerSwitchedOff();
    Optional<UpkeepPauses> pauses = ports.find(UpkeepPauses.class);
    Set<NodeId> off = pauses.isPresent() ? pauses.get().compactionsSwitchedOff() : Set.of();
    if (balancerOff && !journal.balancerIsTaken()) {
      journal.append(now, new BalancerTaken());
    } else if (!balancerOff && othersLed && journal.balancerIsTaken()) {
      journal.append(now, new BalancerRestored());
    }
    Set<NodeId> paused = journal.compactionsPausedOn();
    if (!paused.containsAll(off)) {
      Set<NodeId> all = new TreeSet<>(paused);
      all.addAll(off);
      journal.append(now, new CompactionsPaused(List.copyOf(all)));
    } else if (off.isEmpty() && othersLed && !paused.isEmpty()) {
      journal.append(now, new CompactionsResumed());
    }
  }

  private static OptionalLong lastEpoch(Journal journal) throws JournalException {
    return journal.before(Long.MAX_VALUE, 1, List.of("claim-taken")).stream()
        .mapToLong(entry -> ((ClaimTaken) entry.event()).epoch())
        .findFirst();
  }
}
