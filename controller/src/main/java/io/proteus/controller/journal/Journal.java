package io.proteus.controller.journal;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.StrategyMemory;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What Proteus saw, decided and did. An appended entry survives a crash whole and never changes.
 * The oldest entries are dropped in time, except those that an unfinished action needs.
 */
public interface Journal extends AutoCloseable {
  /** Among kinds of entries: the verdicts that are no holds. */
  String DECIDED_TO_ACT = "decided-to-act";

  /** Returns once the event is safe on the disk. */
  void append(Instant at, JournalEvent event) throws JournalException;

  /** The number of the newest entry; 0 when there is none. */
  long lastNumber() throws JournalException;

  /** The newest entries, the oldest of them first. */
  List<JournalEntry> last(int count) throws JournalException;

  /**
   * The entries from a moment on, the oldest first; at most {@code most}, the newest of them.
   *
   * @param kinds as {@link JournalEvent} names them in JSON; all kinds when there is none
   */
  List<JournalEntry> since(Instant from, int most, List<String> kinds) throws JournalException;

  /**
   * The entries before a number, the newest first.
   *
   * @param kinds as {@link JournalEvent} names them in JSON; all kinds when there is none
   */
  List<JournalEntry> before(long number, int most, List<String> kinds) throws JournalException;

  /**
   * The entries after a number, the oldest first.
   *
   * @param kinds as {@link JournalEvent} names them in JSON; all kinds when there is none
   */
  List<JournalEntry> after(long number, int most, List<String> kinds) throws JournalException;

  /** The newest of an operator's wishes for one of these. */
  Optional<JournalEntry> lastAsked(String... what) throws JournalException;

  /** All entries of a plan, the oldest first. */
  List<JournalEntry> ofPlan(String plan) throws JournalException;

  /** The ids of plans that were begun and have not ended, the oldest first. */
  List<String> unfinishedPlans() throws JournalException;

  /** Whether the store's own balancer was switched off and not on again. */
  boolean balancerIsTaken() throws JournalException;

  /** Nodes on which the store's own compactions were held back and not let go; empty if none. */
  Set<NodeId> compactionsPausedOn() throws JournalException;

  /**
   * The strategy's memory, with the nodes that operators keep empty by now; the initial one when
   * the journal has none.
   */
  StrategyMemory memory() throws JournalException;

  /** The nodes that operators keep empty, as they ordered last. */
  DrainedNodes drained() throws JournalException;

  /** When the last plan that changed anything ended. */
  Optional<Instant> lastAction() throws JournalException;

  /**
   * Makes sure that what this holds is of that cluster; a journal that is of none yet is of that
   * one from here on, unless it is only read.
   *
   * @param cluster its id, as the store knows it
   * @throws JournalException when it is of another
   */
  void requireOf(String cluster) throws JournalException;

  @Override
  void close();
}
