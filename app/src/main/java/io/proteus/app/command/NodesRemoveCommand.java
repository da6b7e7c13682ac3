package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Exits;
import io.proteus.app.WrongUsage;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.NodeResize;
import io.proteus.core.strategy.Situation;
import io.proteus.core.words.Sentence;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code proteus nodes remove}. */
@Command(
    name = "remove",
    mixinStandardHelpOptions = true,
    description = {
      "Empty servers and end them with their machines, whatever the load is.",
      "Shows the plan with its price, asks, and carries it out. nodes.min holds."
    },
    footer = {
      "",
      "Of a number those go that were drained, then those with the least to hand over.",
      "",
      "Examples:",
      "  proteus nodes remove 2 --reason 'the sale is over'",
      "  proteus nodes remove rs3.example.org,16020,1790000000000 --yes"
    })
@Exits(also = {ExitCode.HELD, ExitCode.ABANDONED, ExitCode.CLAIMED, ExitCode.DECLINED})
public final class NodesRemoveCommand extends NodesResizeCommand {
  @Parameters(
      arity = "1..*",
      paramLabel = "N|NODE",
      description = "How many, or which, as `proteus watch` names them.")
  private List<String> which = List.of();

  public NodesRemoveCommand(Environment environment) {
    super(environment, "nodes remove");
  }

  @Override
  void requireRight() {
    if (isCount() && count() == 0) {
      throw new WrongUsage("nodes remove: want 1 or more servers to remove, got 0.");
    }
  }

  /** A node may have a number for its name, so names are tried first. */
  private List<NodeId> leaving(Situation now) {
    List<NodeId> named = which.stream().distinct().map(NodeId::new).toList();
    boolean isOne = now.topology().node(named.get(0)).isPresent();
    return isCount() && !isOne ? NodeResize.leastToHandOver(count(), now) : named;
  }

  private boolean isCount() {
    return which.size() == 1 && which.get(0).matches("\\d{1,6}");
  }

  private int count() {
    return Integer.parseInt(which.get(0));
  }

  @Override
  Optional<Sentence> objection(NodeResize resize, Situation now) {
    List<NodeId> leaving = leaving(now);
    return isCount() && leaving.size() == now.topology().nodes().size()
        ? NodeResize.objectionToCount(count(), now).or(() -> resize.objectionToFewer(leaving, now))
        : resize.objectionToFewer(leaving, now);
  }

  @Override
  Decision decide(DecisionMaker decisions, Situation now) {
    return decisions.shrunk(now, leaving(now));
  }

  @Override
  String order(Situation now) {
    return "nodes remove %s"
        .formatted(String.join(" ", leaving(now).stream().map(NodeId::value).toList()));
  }
}
