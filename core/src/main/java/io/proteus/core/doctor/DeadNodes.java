package io.proteus.core.doctor;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.util.List;

/** Nodes that the store lists as dead. */
record DeadNodes() implements Check {

  @Override
  public String name() {
    return "dead-nodes";
  }

  @Override
  public List<Finding> findings(Checkup seen) {
    List<NodeId> dead = seen.now().topology().deadNodes();
    int alive = seen.now().topology().nodes().size();
    return dead.isEmpty()
        ? List.of()
        : List.of(
            Finding.of(
                name(),
                Severity.WARNING,
                dead,
                Sentence.of("{%d nodes} {is|are} dead: %s", dead.size(), Few.of(dead)),
                Sentence.of(
                    "{%d nodes} {serves|serve} what %d served before", alive, alive + dead.size()),
                Sentence.of("start it again; where it is gone for good, strike it off the list"),
                null));
  }
}
