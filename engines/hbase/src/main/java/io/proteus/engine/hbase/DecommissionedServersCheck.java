package io.proteus.engine.hbase;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.port.StoreCheck;
import io.proteus.core.words.Sentence;
import java.util.List;

/** Servers that are decommissioned, often since somebody serviced them and forgot. */
record DecommissionedServersCheck() implements StoreCheck {
  private static final String NAME = "decommissioned-servers";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Finding> findings(Topology now) {
    return now.restrictions().drained().keySet().stream()
        .filter(node -> now.node(node).isPresent())
        .map(node -> finding(node, now.served(node)))
        .toList();
  }

  private static Finding finding(NodeId node, long regions) {
    return Finding.of(
        NAME,
        Severity.NOTE,
        List.of(node.value()),
        Sentence.of("%s is decommissioned and holds {%d partitions}", node, regions),
        Sentence.of(
            "Proteus puts nothing there, leaves what it holds, and does not count it among the"
                + " {nodes}"),
        Sentence.of(
            "recommission it once it may be filled again, by its name with the start code from"
                + " list_decommissioned_regionservers"),
        "echo \"list_decommissioned_regionservers\" | hbase shell -n");
  }
}
