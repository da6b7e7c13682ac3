package io.proteus.core.doctor;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;

/** Nodes whose CPU is busier than a node's should be. */
record OverloadedNodes() implements Check {

  @Override
  public String name() {
    return "overloaded-nodes";
  }

  @Override
  public List<Finding> findings(Checkup seen) {
    List<NodeId> nodes = seen.now().topology().nodes().stream().map(Node::id).toList();
    List<NodeId> hot = nodes.stream().filter(seen::isHot).toList();
    List<NodeId> unknown = nodes.stream().filter(node -> seen.cpu(node) == null).toList();
    List<Finding> findings = new ArrayList<>();
    if (!hot.isEmpty()) {
      findings.add(
          Finding.of(
                  name(),
                  Severity.WARNING,
                  hot,
                  Sentence.of(
                      "%d of {%d nodes} {is|are} over %s CPU: %s",
                      hot.size(), nodes.size(), seen.hotAbove(), Few.of(hot)),
                  Sentence.of("requests to them wait for each other"),
                  Sentence.of("see what moves, settings or {nodes} would relieve them"),
                  "proteus plan")
              .costing(seen.shareOf(loaded -> hot.contains(loaded.partition().node()))));
    }
    if (!unknown.isEmpty()) {
      findings.add(
          Finding.notLookedAt(
              name(),
              Sentence.of("the CPU of %d of {%d nodes} is not known", unknown.size(), nodes.size()),
              Sentence.of("say who knows the hosts [cloud.type, hosts.sources]")));
    }
    return findings;
  }
}
