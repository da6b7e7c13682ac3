package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Exits;
import io.proteus.app.WrongUsage;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.NodeResize;
import io.proteus.core.strategy.Situation;
import io.proteus.core.words.Sentence;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code proteus nodes add}. */
@Command(
    name = "add",
    mixinStandardHelpOptions = true,
    description = {
      "Start servers, whatever the load is: show the plan with its price, ask, and carry it out.",
      "Once they are there the strategy decides what they hold. nodes.max holds."
    },
    footer = {
      "",
      "A later `run` or `serve` may end them again when the load asks for less; `nodes.min` keeps"
          + " them.",
      "",
      "Examples:",
      "  proteus nodes add 2 --reason 'sale on Friday'",
      "  proteus nodes add 1 --samples 1 --yes"
    })
@Exits(also = {ExitCode.HELD, ExitCode.ABANDONED, ExitCode.CLAIMED, ExitCode.DECLINED})
public final class NodesAddCommand extends NodesResizeCommand {
  @Parameters(paramLabel = "N", description = "How many more.")
  private int more;

  public NodesAddCommand(Environment environment) {
    super(environment, "nodes add");
  }

  @Override
  void requireRight() {
    if (more < 1) {
      throw new WrongUsage("nodes add: want 1 or more servers to add, got %d.".formatted(more));
    }
  }

  @Override
  Optional<Sentence> objection(NodeResize resize, Situation now) {
    return resize.objectionToMore(more, now);
  }

  @Override
  Decision decide(DecisionMaker decisions, Situation now) {
    return decisions.grown(now, more);
  }

  @Override
  String order(Situation now) {
    return "nodes add %d".formatted(more);
  }
}
