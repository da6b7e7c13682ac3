package io.proteus.core.doctor;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;

/** Machines of this cluster that run without a node that the store knows, and are paid for. */
record MachinesAlone() implements Check {
  /** Longer than any node takes to start, and than Proteus by default waits for its own. */
  private static final Duration LONGEST_START = Duration.ofMinutes(30);

  @Override
  public String name() {
    return "machines-alone";
  }

  @Override
  public List<Finding> findings(Checkup seen) {
    SortedMap<NodeId, Instant> alone = seen.now().topology().machinesWithoutNode();
    alone
        .values()
        .removeIf(since -> Duration.between(since, seen.now().now()).compareTo(LONGEST_START) < 0);
    List<NodeId> nodes = List.copyOf(alone.keySet());
    return nodes.isEmpty()
        ? List.of()
        : List.of(
            Finding.of(
                name(),
                Severity.WARNING,
                nodes,
                Sentence.of(
                    "{%d machines} {runs|run} without a {node} that the store knows: %s",
                    nodes.size(), Few.of(nodes)),
                Sentence.of("they are paid for, and count when another machine is asked for"),
                Sentence.of(
                    "'proteus nodes list' tells whose they are; those that Proteus started and"
                        + " remembers, it ends by itself"),
                null));
  }
}
