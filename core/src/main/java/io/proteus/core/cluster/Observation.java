package io.proteus.core.cluster;

import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is known about a cluster over a span of time. An observation is immutable and names what is
 * missing. A partition or node without an entry is not known, which is not zero.
 *
 * @param number counts up within one run of Proteus
 * @param topology at the end of the span
 * @param span over which the rates were taken; zero when there are none yet
 * @param rates of the partitions whose rate is known
 * @param loads of the nodes of which anything is known
 * @param capabilities what can be done to this cluster
 * @param gaps all that is missing, the topology's own gaps included
 * @param basis what the rates rest on
 */
public record Observation(
    long number,
    Topology topology,
    Duration span,
    Map<PartitionId, RequestRates> rates,
    Map<NodeId, NodeLoad> loads,
    Set<Capability> capabilities,
    List<Gap> gaps,
    LoadBasis basis) {

  public Observation {
    rates = Map.copyOf(rates);
    loads = Map.copyOf(loads);
    capabilities = Set.copyOf(capabilities);
    gaps = List.copyOf(gaps);
  }

  /** An observation whose rates are measured. */
  public Observation(
      long number,
      Topology topology,
      Duration span,
      Map<PartitionId, RequestRates> rates,
      Map<NodeId, NodeLoad> loads,
      Set<Capability> capabilities,
      List<Gap> gaps) {
    this(number, topology, span, rates, loads, capabilities, gaps, LoadBasis.MEASURED);
  }

  /** The same of another topology. */
  public Observation with(Topology other) {
    return new Observation(number, other, span, rates, loads, capabilities, gaps, basis);
  }

  /** The same without some nodes, what is left out with them, and the gaps that are theirs. */
  public Observation without(Set<NodeId> nodes) {
    Set<String> names = new HashSet<>();
    nodes.forEach(node -> names.add(node.value()));
    Map<NodeId, NodeLoad> left = new HashMap<>(loads);
    left.keySet().removeAll(nodes);
    Map<PartitionId, RequestRates> asked = new HashMap<>(rates);
    asked.keySet().removeAll(topology.stayingOn(nodes));
    return new Observation(
        number,
        topology.without(nodes),
        span,
        asked,
        left,
        capabilities,
        gaps.stream().filter(gap -> !names.contains(gap.subject())).toList(),
        basis);
  }

  public Instant at() {
    return topology.at();
  }

  public boolean has(Gap.Kind kind) {
    return gaps.stream().anyMatch(gap -> gap.kind() == kind);
  }

  /** What a reader has to know about the figures, each a part of a sentence. */
  public List<Sentence> caveats() {
    List<Sentence> caveats = new ArrayList<>();
    if (topology.placing().byStore()) {
      caveats.add(Sentence.of("the store places {partitions} itself"));
    }
    int copies = topology.copies();
    if (copies > 1) {
      caveats.add(Sentence.of("%d copies of each {partition}", copies));
    }
    if (topology.restrictions().areDivided()) {
      caveats.add(
          Sentence.of(
              "{nodes} in %d pools, each for {tables} of its own",
              topology.restrictions().pools().size()));
    }
    if (!basis.isMeasured()) {
      caveats.add(Sentence.of("requests of {partitions} are %s", basis));
    }
    return caveats;
  }

  /** The share of the partitions whose rate is known; 1 when there are none. */
  public Ratio knownPartitions() {
    int all = topology.partitions().size();
    return all == 0 ? Ratio.ONE : Ratio.share(rates.size(), all);
  }
}
