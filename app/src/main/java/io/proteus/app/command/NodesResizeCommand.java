package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.controller.approval.NodeOrders;
import io.proteus.controller.approval.OperatorRequest;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.NodeResize;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Situation;
import io.proteus.core.words.Sentence;
import java.util.Optional;

/** An order of so many nodes more or fewer (TIR-9). */
abstract class NodesResizeCommand extends OrderCommand {
  NodesResizeCommand(Environment environment, String name) {
    super(environment, name);
  }

  /** Why it cannot be; empty where it can. */
  abstract Optional<Sentence> objection(NodeResize resize, Situation now);

  /** What it comes to. */
  abstract Decision decide(DecisionMaker decisions, Situation now);

  /** As the journal has it. */
  abstract String order(Situation now);

  @Override
  int carryOut(PlanApplication application, NodeOrders orders, Situation now, OperatorRequest asked)
      throws PortException, JournalException, InterruptedException {
    var configuration = application.connection().configuration();
    Optional<Sentence> objection = objection(new NodeResize(configuration.nodes()), now);
    if (objection.isPresent()) {
      screen()
          .err()
          .println(
              "%s: %s. Nothing was changed."
                  .formatted(name(), objection.get().in(application.connection().words())));
      return ExitCode.HELD;
    }
    DecisionMaker decisions = configuration.decisionMaker();
    Decision decision = decide(decisions, now);
    show(application, now, decision, decisions);
    String what = order(now);
    return decision.plan().isEmpty()
        ? ExitCode.ofHolding(decision.verdict().reasons())
        : application.apply(
            now,
            decision,
            name(),
            () ->
                orders
                    .journal()
                    .append(
                        orders.time().now(), new OperatorAsked(asked.name(), what, asked.why())));
  }
}
