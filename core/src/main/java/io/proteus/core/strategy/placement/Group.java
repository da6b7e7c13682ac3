package io.proteus.core.strategy.placement;

import io.proteus.core.cluster.NodeProfile;
import java.util.List;

/** Partitions of one class, which share nodes of one profile. */
public record Group(NodeProfile profile, List<Load> loads) {
  double cost() {
    double sum = 0;
    for (Load load : loads) {
      sum += load.cost();
    }
    return sum;
  }
}
