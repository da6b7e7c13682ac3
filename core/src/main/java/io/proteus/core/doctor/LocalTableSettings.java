package io.proteus.core.doctor;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Table;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.util.List;

/** Nodes that go by settings of a table which the table itself does not have. */
record LocalTableSettings() implements Check {

  @Override
  public String name() {
    return "local-table-settings";
  }

  @Override
  public List<Finding> findings(Checkup seen) {
    return seen.now().topology().tables().stream()
        .filter(table -> !table.local().isEmpty())
        .map(this::finding)
        .toList();
  }

  private Finding finding(Table table) {
    List<NodeId> nodes = List.copyOf(table.local().keySet());
    return Finding.of(
        name(),
        Severity.NOTE,
        nodes,
        Sentence.of(
            "{%d nodes} {goes|go} by settings of {table} %s that it does not have: %s",
            nodes.size(), table.id(), Few.of(nodes)),
        Sentence.of("it stays so where the plan that tried them ended early, until they restart"),
        Sentence.of("put that plan back, if none is watched now"),
        "proteus undo");
  }
}
