package io.proteus.controller.execution;

import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.CompactionsPaused;
import io.proteus.controller.journal.JournalEvent.CompactionsResumed;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.UpkeepPauses;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store's own compactions, which are held back on the nodes that partitions move to. A store
 * that writes files when it closes a partition may rewrite all of them as soon as the partition is
 * open again, while clients still wait for the next one. The plan compacts what has moved in the
 * end.
 *
 * <p>Held back once for each plan, and for no longer than is set, as files pile up meanwhile; and
 * let go again always, after a crash by the next Proteus, which finds it in the journal.
 */
final class Compactions {
  private static final Logger LOG = LoggerFactory.getLogger(Compactions.class);

  private final Optional<UpkeepPauses> pauses;
  private final Journal journal;
  private final Time time;
  private final Time steady;
  private final Duration atMost;
  private @Nullable Instant since;

  /**
   * @param atMost how long they may be held back; zero for not at all
   */
  Compactions(Ports ports, Journal journal, Time time, Duration atMost) {
    this.pauses = ports.find(UpkeepPauses.class);
    this.journal = journal;
    this.time = time;
    this.steady = time.steady();
    this.atMost = atMost;
  }

  /**
   * Holds them back, the first time that it is called. A store that refuses goes on as it is. Where
   * an operator has switched them off, they are left so: what is not noted as held back is not let
   * go again.
   */
  void pause(Set<NodeId> destinations, Topology now) throws JournalException {
    Set<NodeId> nodes = new TreeSet<>(destinations);
    nodes.removeAll(now.restrictions().uncompactedOn().keySet());
    if (since != null || atMost.isZero() || nodes.isEmpty() || pauses.isEmpty()) {
      return;
    }
    since = steady.now();
    journal.append(time.now(), new CompactionsPaused(List.copyOf(nodes)));
    try {
      pauses.get().switchCompactions(nodes, false);
    } catch (PortException e) {
      LOG.warn("the store's compactions go on while partitions move: {}", e.getMessage());
      resume();
    }
  }

  /** Lets them go when they were held back long enough. */
  void resumeInTime() {
    if (since != null && steady.now().isAfter(since.plus(atMost))) {
      resume();
    }
  }

  /**
   * Lets them go where Proteus held them back, in this run or one before; tries for a while.
   * Whether they go on.
   */
  boolean resume() {
    Optional<String> problem =
        new Retries(time)
            .untilDone(
                () -> {
                  Set<NodeId> paused = journal.compactionsPausedOn();
                  if (!paused.isEmpty()) {
                    if (pauses.isPresent()) {
                      pauses.get().switchCompactions(paused, true);
                    }
                    journal.append(time.now(), new CompactionsResumed());
                  }
                });
    problem.ifPresent(
        why ->
            LOG.error(
                "the store's compactions may still be off: {}. The next start of Proteus tries"
                    + " again.",
                why));
    return problem.isEmpty();
  }
}
