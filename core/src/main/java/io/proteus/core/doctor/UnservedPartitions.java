package io.proteus.core.doctor;

import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Partitions that no node serves and that nobody is opening. */
record UnservedPartitions() implements Check {

  @Override
  public String name() {
    return "unserved-partitions";
  }

  @Override
  public List<Finding> findings(Checkup seen) {
    Set<PartitionId> moving = Set.copyOf(seen.now().topology().inTransition());
    List<Partition> unserved =
        seen.now().topology().partitions().stream()
            .filter(partition -> partition.node() == null && !moving.contains(partition.id()))
            .toList();
    if (unserved.isEmpty()) {
      return List.of();
    }
    Set<TableId> tables = unserved.stream().map(Partition::table).collect(Collectors.toSet());
    return List.of(
        Finding.of(
            name(),
            Severity.ERROR,
            unserved.stream().map(Partition::id).toList(),
            Sentence.of(
                "{%,d partitions} of {table} %s {is|are} served by no {node}",
                unserved.size(), Few.of(tables)),
            Sentence.of("every request to them fails, and nothing is decided until they are open"),
            Sentence.of("have the store open them; its log says why it did not"),
            null));
  }
}
