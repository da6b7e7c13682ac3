package io.proteus.app.command;

import io.proteus.app.OptionValue;
import io.proteus.app.view.LeftOutParts;
import io.proteus.core.decision.PlanEdit;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Which parts of a plan are left out. */
final class PlanParts {
  @Option(
      names = "--without-step",
      paramLabel = "N",
      split = ",",
      description = "Leave out steps by their numbers, such as 3,5-8, and what depends on them.")
  private List<String> steps = new ArrayList<>();

  @Option(
      names = "--without-table",
      paramLabel = "TABLE",
      description = "Leave a table as it is: nothing of it moves or is altered.")
  private List<String> tables = new ArrayList<>();

  @Option(
      names = "--without-node",
      paramLabel = "NODE",
      description = "Leave a server as it is: it gives and takes nothing.")
  private List<String> nodes = new ArrayList<>();

  @Option(
      names = "--without",
      paramLabel = "KIND",
      split = ",",
      description = "Leave out a kind of steps, such as tablesAltered, compactions or restarts.")
  private List<String> kinds = new ArrayList<>();

  @Option(
      names = "--only-online",
      description = "Take only what is set online at no risk, and move nothing.")
  private boolean onlyOnline;

  /** What is to be left out. */
  PlanEdit edit() {
    PlanEdit parts = OptionValue.together(() -> LeftOutParts.read(steps, tables, nodes, kinds));
    return onlyOnline ? parts.andOnlyOnline() : parts;
  }
}
