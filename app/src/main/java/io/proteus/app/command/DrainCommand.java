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

/** {@code proteus drain}. */
@Command(
    name = "drain",
    mixinStandardHelpOptions = true,
    description = {
      "Empty a server and keep it empty: show the plan with its price, ask, and carry it out.",
      "No strategy puts anything there until `proteus undrain`; the journal remembers that."
    },
    footer = {
      "",
      "Everything else stays where it is. A plan that would have used the server is made anew.",
      "Beside a running `serve`, the page and the REST interface take the order.",
      "",
      "Examples:",
      "  proteus drain rs3.example.org,16020,1790000000000 --reason 'memory is replaced'",
      "  proteus drain rs3 --samples 1 --yes"
    })
public final class DrainCommand extends NodeOrderCommand {

  public DrainCommand(Environment environment) {
    super(environment, "drain");
  }

  @Override
  DrainedNodes ordered(NodeOrders orders, NodeId node, Situation now)
      throws NotPossible, JournalException {
    return orders.drained(node, now.latest());
  }

  @Override
  Optional<Decision> decide(DecisionMaker decisions, Situation now) {
    return decisions.emptied(now);
  }

  @Override
  String doneAtOnce(NodeId node) {
    return "%s holds nothing, and nothing is put there until 'proteus undrain %s'."
        .formatted(node, node);
  }
}
