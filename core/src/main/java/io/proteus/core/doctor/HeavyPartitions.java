package io.proteus.core.doctor;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import io.proteus.core.workload.LoadedPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Partitions that are heavier than the fair share of any node and keep theirs too busy: no
 * placement relieves them, only a split does.
 */
record HeavyPartitions() implements Check {

  @Override
  public String name() {
    return "hot-partitions";
  }

  @Override
  public List<Finding> findings(Checkup seen) {
    Situation now = seen.now();
    int nodes = now.topology().nodes().size();
    double all = seen.requests();
    List<Finding> findings = new ArrayList<>();
    if (!now.basis().isMeasured()) {
      return List.of(
          Finding.notLookedAt(
              name(),
              Sentence.of("requests of {partitions} are %s", now.basis()),
              Sentence.of("the store tells no more")));
    }
    for (LoadedPartition loaded : now.partitions()) {
      NodeId node = loaded.partition().node();
      if (nodes > 1 && node != null && seen.isHot(node) && loaded.load() * nodes > all) {
        findings.add(finding(seen, loaded, node, Ratio.share(loaded.load(), all)));
      }
    }
    unmeasured(seen).ifPresent(findings::add);
    return findings;
  }

  private Finding finding(Checkup seen, LoadedPartition loaded, NodeId node, Ratio share) {
    boolean splits = seen.now().latest().capabilities().contains(Capability.RESHAPE_PARTITION);
    return Finding.of(
            name(),
            Severity.WARNING,
            List.of(loaded.partition().id()),
            Sentence.of(
                "{partition} %s of %s takes %s of all requests",
                loaded.partition().id(), loaded.partition().table(), share),
            Sentence.of(
                "it is more than the fair share of any of {%d nodes}, and keeps %s too busy",
                seen.now().topology().nodes().size(), node),
            splits
                ? Sentence.of("split it; the plan says whether its keys allow it")
                : Sentence.of("split it"),
            splits ? "proteus plan" : null)
        .costing(share);
  }

  private Optional<Finding> unmeasured(Checkup seen) {
    int all = seen.now().topology().partitions().size();
    long unknown =
        seen.now().topology().partitions().stream()
            .filter(partition -> partition.node() != null && !seen.isMeasured(partition.id()))
            .count();
    return unknown == 0
        ? Optional.empty()
        : Optional.of(
            Finding.notLookedAt(
                name(),
                Sentence.of("the requests of %,d of {%,d partitions} are not known", unknown, all),
                Sentence.of("look again; rates take two looks at each {partition}")));
  }
}
