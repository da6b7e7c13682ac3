package io.proteus.controller.approval;

import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.Drained;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Observation;
import io.proteus.core.decision.NodeDrain;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;
import java.util.Optional;

/**
 * Orders of operators about nodes. An order counts from the journal's entry on, for all who decide.
 */
public record NodeOrders(Journal journal, Time time, Words words) {

  /**
   * The nodes that are kept empty once this one is, too; the same where it is already.
   *
   * @throws NotPossible where it cannot be drained
   */
  public DrainedNodes drained(NodeId node, Observation seen) throws NotPossible, JournalException {
    DrainedNodes before = journal.drained();
    Optional<Sentence> objection = NodeDrain.objection(node, seen, before);
    if (objection.isPresent()) {
      throw new NotPossible(objection.get().in(words) + ".");
    }
    return before.drain(node);
  }

  /**
   * The nodes that are kept empty once this one may be filled again.
   *
   * @throws NotPossible where it is not drained
   */
  public DrainedNodes undrained(NodeId node) throws NotPossible, JournalException {
    DrainedNodes before = journal.drained();
    if (!before.contains(node)) {
      throw new NotPossible("%s is not drained.".formatted(node));
    }
    return before.undrain(node);
  }

  /**
   * Writes the order down, from where on it counts.
   *
   * @param what {@link OperatorAsked#DRAIN} or {@link OperatorAsked#UNDRAIN} and the node
   */
  public void order(String what, DrainedNodes then, OperatorRequest asked) throws JournalException {
    journal.append(time.now(), new OperatorAsked(asked.name(), what, asked.why()));
    journal.append(time.now(), new Drained(then));
  }
}
