package io.proteus.controller.execution;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.step.Step;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The nodes that take part in the steps in flight, each in the life in which it was asked: one that
 * runs again has died all the same.
 */
final class ParticipatingNodes {
  private final Map<Integer, Map<NodeId, String>> lives = new HashMap<>();

  /** A step is asked for; nodes that are not there then do not count. */
  void asked(int index, Step step, Topology now) {
    Map<NodeId, String> carrying = new HashMap<>();
    for (NodeId id : step.carriedBy()) {
      now.node(id).map(Node::incarnation).ifPresent(life -> carrying.put(id, life));
    }
    lives.put(index, carrying);
  }

  void over(int index) {
    lives.remove(index);
  }

  /** A node that died since; empty while all live. */
  Optional<NodeId> died(int index, Topology now) {
    return lives.getOrDefault(index, Map.of()).entrySet().stream()
        .filter(asked -> !lives(asked.getKey(), asked.getValue(), now))
        .map(Map.Entry::getKey)
        .min(NodeId::compareTo);
  }

  private static boolean lives(NodeId id, String life, Topology now) {
    return now.node(id).map(Node::incarnation).filter(life::equals).isPresent();
  }
}
