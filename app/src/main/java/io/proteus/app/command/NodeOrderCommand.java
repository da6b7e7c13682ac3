package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.controller.approval.NodeOrders;
import io.proteus.controller.approval.NotPossible;
import io.proteus.controller.approval.OperatorRequest;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.Situation;
import java.util.Optional;
import picocli.CommandLine.Parameters;

/**
 * An order about one node: shown as a plan with its price, asked about, journalled, carried out.
 */
abstract class NodeOrderCommand extends OrderCommand {
  @Parameters(paramLabel = "NODE", description = "As `proteus watch` names it.")
  private String node = "";

  NodeOrderCommand(Environment environment, String name) {
    super(environment, name);
  }

  /** The nodes that are kept empty once the order counts. */
  abstract DrainedNodes ordered(NodeOrders orders, NodeId node, Situation now)
      throws NotPossible, JournalException;

  /** What the order asks for now; empty where nothing is to be moved. */
  abstract Optional<Decision> decide(DecisionMaker decisions, Situation now);

  /** What is said where nothing has to be moved. */
  abstract String doneAtOnce(NodeId node);

  @Override
  int carryOut(PlanApplication application, NodeOrders orders, Situation now, OperatorRequest asked)
      throws PortException, JournalException, InterruptedException {
    Screen screen = screen();
    NodeId id = new NodeId(node);
    DecisionMaker decisions = application.connection().configuration().decisionMaker();
    DrainedNodes drains;
    try {
      drains = ordered(orders, id, now);
    } catch (NotPossible e) {
      screen.err().println("%s: %s".formatted(name(), e.getMessage()));
      return ExitCode.HELD;
    }
    Situation then = now.with(now.memory().with(drains));
    Optional<Decision> decision = decide(decisions, then);
    String what = "%s %s".formatted(name(), id);
    if (decision.isEmpty()) {
      orders.order(what, drains, asked);
      screen.out().println(doneAtOnce(id));
      return ExitCode.OK;
    }
    show(application, then, decision.get(), decisions);
    return decision.get().plan().isEmpty()
        ? ExitCode.ofHolding(decision.get().verdict().reasons())
        : application.apply(then, decision.get(), name(), () -> orders.order(what, drains, asked));
  }
}
