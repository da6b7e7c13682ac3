package io.proteus.controller.undo;

import io.proteus.controller.action.Action;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.undo.UndoPlanner;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.strategy.Reason;
import java.util.List;

/** Makes the plans that put actions back. Looks at the cluster, and changes nothing. */
public record UndoPlans(Ports ports, Journal journal, Time time) {

  /**
   * The plan that puts an action back as things are now; without steps when nothing is left.
   *
   * @param action of which it is known what was before
   */
  public Plan plan(Action action, List<Reason> why) throws PortException, JournalException {
    return plan(action, why, ports.store().topology());
  }

  /** The same from a cluster that was just looked at. */
  public Plan plan(Action action, List<Reason> why, Topology now) throws JournalException {
    long number = journal.lastNumber();
    return UndoPlanner.plan(
        "undo-%d-%d".formatted(time.now().toEpochMilli(), number),
        new UndoPlanner.Action(
            action.id(), action.first().plan().basedOn(), action.issued().orElseThrow(), why),
        now,
        ports.capabilities());
  }
}
