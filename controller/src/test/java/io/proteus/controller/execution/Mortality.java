package io.proteus.controller.execution;

import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.StrategyMemory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Kills a Proteus at its k-th call of the journal, the store or the cloud: the call does not
 * happen, and neither does any other after it, so that no clean-up can run. As a call's effect is
 * followed by the next call, this covers the moments before and after each.
 */
public final class Mortality {
  private int callsLeft;
  private boolean dead;

  public Mortality(int callsToLive) {
    callsLeft = callsToLive;
  }

  /** The process is gone. */
  public static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  public void call() {
    if (dead || callsLeft-- <= 0) {
      dead = true;
      throw new Killed();
    }
  }

  public boolean hasStruck() {
    return dead;
  }

  /** The same journal, as the mortal process sees it. */
  public Journal journal(Journal journal) {
    return new Journal() {
      @Override
      public void append(Instant at, JournalEvent event) throws JournalException {
        call();
        journal.append(at, event);
      }

      @Override
      public long lastNumber() throws JournalException {
        return journal.lastNumber();
      }

      @Override
      public List<JournalEntry> last(int count) throws JournalException {
        call();
        return journal.last(count);
      }

      @Override
      public List<JournalEntry> since(Instant from, int most, List<String> kinds)
          throws JournalException {
        call();
        return journal.since(from, most, kinds);
      }

      @Override
      public List<JournalEntry> before(long number, int most, List<String> kinds)
          throws JournalException {
        return journal.before(number, most, kinds);
      }

      @Override
      public List<JournalEntry> after(long number, int most, List<String> kinds)
          throws JournalException {
        return journal.after(number, most, kinds);
      }

      @Override
      public Optional<JournalEntry> lastAsked(String... what) throws JournalException {
        return journal.lastAsked(what);
      }

      @Override
      public List<JournalEntry> ofPlan(String plan) throws JournalException {
        call();
        return journal.ofPlan(plan);
      }

      @Override
      public List<String> unfinishedPlans() throws JournalException {
        call();
        return journal.unfinishedPlans();
      }

      @Override
      public boolean balancerIsTaken() throws JournalException {
        call();
        return journal.balancerIsTaken();
      }

      @Override
      public Set<NodeId> compactionsPausedOn() throws JournalException {
        call();
        return journal.compactionsPausedOn();
      }

      @Override
      public void requireOf(String cluster) throws JournalException {
        call();
        journal.requireOf(cluster);
      }

      @Override
      public DrainedNodes drained() throws JournalException {
        call();
        return journal.drained();
      }

      @Override
      public StrategyMemory memory() throws JournalException {
        call();
        return journal.memory();
      }

      @Override
      public Optional<Instant> lastAction() throws JournalException {
        call();
        return journal.lastAction();
      }

      @Override
      public void close() {}
    };
  }
}
