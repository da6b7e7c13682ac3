package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.controller.approval.NodeOrders;
import io.proteus.controller.approval.NotPossible;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.Situation;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code proteus undrain}. */
@Command(
    name = "undrain",
    mixinStandardHelpOptions = true,
    description = {
      "Let a drained server be filled again: show the plan that gives it its share, and ask.",
      "Strategies use it again from then on."
    },
    footer = {
      "",
      "It takes from the busiest servers what brings all nearer to the mean load.",
      "",
      "Examples:",
      "  proteus undrain rs3 --reason 'memory was replaced'"
    })
public final class UndrainCommand extends NodeOrderCommand {

  public UndrainCommand(Environment environment) {
    super(environment, "undrain");
  }

  @Override
  DrainedNodes ordered(NodeOrders orders, NodeId node, Situation now)
      throws NotPossible, JournalException {
    return orders.undrained(node);
  }

  @Override
  Optional<Decision> decide(DecisionMaker decisions, Situation now) {
    return decisions.filled(now);
  }

  @Override
  String doneAtOnce(NodeId node) {
    return "%s may be filled again; nothing is to be moved there now.".formatted(node);
  }
}
