package io.proteus.simulator.run;

import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.simulator.world.ControllerLife;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A journal that outlives each Proteus that writes to it: a killed one writes no more. */
record MortalJournal(Journal kept, ControllerLife life) implements Journal {
  @Override
  public void append(Instant at, JournalEvent event) throws JournalException {
    life.live();
    kept.append(at, event);
  }

  @Override
  public long lastNumber() throws JournalException {
    return kept.lastNumber();
  }

  @Override
  public List<JournalEntry> last(int count) throws JournalException {
    return kept.last(count);
  }

  @Override
  public List<JournalEntry> since(Instant from, int most, List<String> kinds)
      throws JournalException {
    return kept.since(from, most, kinds);
  }

  @Override
  public List<JournalEntry> before(long number, int most, List<String> kinds)
      throws JournalException {
    return kept.before(number, most, kinds);
  }

  @Override
  public List<JournalEntry> after(long number, int most, List<String> kinds)
      throws JournalException {
    return kept.after(number, most, kinds);
  }

  @Override
  public Optional<JournalEntry> lastAsked(String... what) throws JournalException {
    return kept.lastAsked(what);
  }

  @Override
  public List<JournalEntry> ofPlan(String plan) throws JournalException {
    return kept.ofPlan(plan);
  }

  @Override
  public List<String> unfinishedPlans() throws JournalException {
    return kept.unfinishedPlans();
  }

  @Override
  public boolean balancerIsTaken() throws JournalException {
    return kept.balancerIsTaken();
  }

  @Override
  public Set<NodeId> compactionsPausedOn() throws JournalException {
    return kept.compactionsPausedOn();
  }

  @Override
  public void requireOf(String cluster) throws JournalException {
    kept.requireOf(cluster);
  }

  @Override
  public DrainedNodes drained() throws JournalException {
    return kept.drained();
  }

  @Override
  public StrategyMemory memory() throws JournalException {
    return kept.memory();
  }

  @Override
  public Optional<Instant> lastAction() throws JournalException {
    return kept.lastAction();
  }

  @Override
  public void close() {}
}
