package io.proteus.controller.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.action.reference.ReferenceReaders;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.strategy.StrategyMemory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A journal after each append of which the action log says what the earlier readers said: folded
 * entry by entry, and folded anew.
 */
public final class ComparedJournal implements Journal {
  private final Journal journal;
  private final ActionLog log;

  /** Two plans have the same id, of which the earlier readers made one. */
  private boolean isOfTwo;

  public ComparedJournal(Journal journal) {
    this.journal = journal;
    this.log = new ActionLog(journal);
  }

  @Override
  public void append(Instant at, JournalEvent event) throws JournalException {
    journal.append(at, event);
    if (event instanceof JournalEvent.Planned planned
        && journal.ofPlan(planned.plan().id()).stream()
                .filter(entry -> entry.event() instanceof JournalEvent.Planned)
                .count()
            > 1) {
      isOfTwo = true; // plans have ids of their own but in a test
    }
    if (isOfTwo
        || event instanceof JournalEvent.StepReached
        || Actions.KINDS.stream().noneMatch(kind -> kind.equals(kindOf(event)))) {
      return;
    }
    Actions now = log.now();
    assertThat(now).as("folded anew after " + event).isEqualTo(new ActionLog(journal).now());
    assertThat(ReferenceReaders.answers(log))
        .as("after " + event)
        .isEqualTo(ReferenceReaders.answers(journal));
  }

  private static String kindOf(JournalEvent event) {
    return io.proteus.controller.json.CoreJson.mapper().valueToTree(event).get("event").textValue();
  }

  @Override
  public long lastNumber() throws JournalException {
    return journal.lastNumber();
  }

  @Override
  public List<JournalEntry> last(int count) throws JournalException {
    return journal.last(count);
  }

  @Override
  public List<JournalEntry> since(Instant from, int most, List<String> kinds)
      throws JournalException {
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
    return journal.ofPlan(plan);
  }

  @Override
  public List<String> unfinishedPlans() throws JournalException {
    return journal.unfinishedPlans();
  }

  @Override
  public boolean balancerIsTaken() throws JournalException {
    return journal.balancerIsTaken();
  }

  @Override
  public Set<NodeId> compactionsPausedOn() throws JournalException {
    return journal.compactionsPausedOn();
  }

  @Override
  public StrategyMemory memory() throws JournalException {
    return journal.memory();
  }

  @Override
  public Optional<Instant> lastAction() throws JournalException {
    return journal.lastAction();
  }

  @Override
  public void requireOf(String cluster) throws JournalException {
    journal.requireOf(cluster);
  }

  @Override
  public void close() {
    journal.close();
  }
}
