package io.proteus.lab.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.units.ByteSize;
import io.proteus.workloads.tenant.MetTenants;
import io.proteus.workloads.tenant.Tenant;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HandMadeLayoutsTest {
  private final List<KnownPartition> known = known();
  private final HandMadeLayouts layouts = new HandMadeLayouts(topology(known), known);

  @Test
  void chanceDealsAsManyPartitionsToEveryNodeAndRepeatsWithItsSeed() {
    Layout dealt = layouts.random(3);

    assertThat(dealt.nodes()).extracting(node -> node.partitions().size()).containsOnly(4, 5);
    assertThat(dealt).isEqualTo(layouts.random(3)).isNotEqualTo(layouts.random(4));
    assertThat(dealt.nodes())
        .extracting(NodeTarget::profile)
        .containsOnly(HandMadeLayouts.ONE_CONFIGURATION);
  }

  @Test
  void theBalancedLayoutGivesEveryNodeAboutTheSameLoad() {
    List<Double> loads =
        layouts.balanced(HandMadeLayouts.ONE_CONFIGURATION).nodes().stream()
            .map(this::load)
            .toList();

    double mean = loads.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    assertThat(loads).allSatisfy(load -> assertThat(load).isBetween(0.8 * mean, 1.2 * mean));
  }

  @Test
  void theHeterogeneousLayoutIsThatOfThePapersSection33() {
    Map<Set<String>, Long> nodesByTenants =
        layouts.heterogeneous().nodes().stream()
            .collect(Collectors.groupingBy(this::tenants, Collectors.counting()));

    assertThat(nodesByTenants)
        .isEqualTo(
            Map.of(Set.of("A", "F"), 2L, Set.of("B", "D"), 1L, Set.of("C"), 1L, Set.of("E"), 1L));
    assertThat(layouts.heterogeneous().nodes())
        .filteredOn(node -> tenants(node).contains("C"))
        .extracting(node -> node.profile().memory())
        .containsExactly(MemorySplit.of(0.55, 0.10));
  }

  private double load(NodeTarget node) {
    return held(node).mapToDouble(p -> p.share() * p.tenant().threads()).sum();
  }

  private Set<String> tenants(NodeTarget node) {
    return held(node).map(partition -> partition.tenant().name()).collect(Collectors.toSet());
  }

  private Stream<KnownPartition> held(NodeTarget node) {
    return known.stream().filter(partition -> node.partitions().contains(partition.id()));
  }

  private static List<KnownPartition> known() {
    List<KnownPartition> known = new ArrayList<>();
    for (Tenant tenant : MetTenants.all()) {
      for (int index = 0; index < tenant.partitionShares().size(); index++) {
        PartitionId id = new PartitionId(tenant.name() + index);
        known.add(new KnownPartition(id, tenant, tenant.partitionShares().get(index)));
      }
    }
    return known;
  }

  private static Topology topology(List<KnownPartition> known) {
    NodeId first = new NodeId("rs1");
    ByteSize size = ByteSize.ofMegabytes(1);
    return new Topology(
        "stage",
        Instant.EPOCH,
        IntStream.rangeClosed(1, 5)
            .mapToObj(i -> new Node(new NodeId("rs" + i), "1", MemorySplit.of(0.4, 0.25), true))
            .toList(),
        List.of(),
        known.stream()
            .map(p -> new Partition(p.id(), new TableId(p.tenant().table()), first, size, null))
            .toList(),
        MetTenants.all().stream()
            .map(tenant -> new Table(new TableId(tenant.table()), ByteSize.ofKilobytes(64)))
            .toList(),
        List.of(),
        false,
        List.of());
  }
}
