package io.proteus.core.history;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeCounters;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Sample;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Computes rates from two samples. A rate is known only if the same node, in the same incarnation,
 * held the partition in both samples, no counter went back, and counters move at all ({@link
 * Standstill}). Everything else is a gap with its cause, which is not zero.
 */
public final class RateMeter {
  private final @Nullable Sample earlier;
  private final Sample later;
  private final double seconds;
  private final List<Gap> gaps;

  private RateMeter(@Nullable Sample earlier, Sample later) {
    this.earlier = earlier;
    this.later = later;
    Duration span =
        earlier == null
            ? Duration.ZERO
            : Duration.between(earlier.topology().at(), later.topology().at());
    this.seconds = span.isNegative() ? 0 : span.toNanos() / 1e9;
    this.gaps = new ArrayList<>(later.topology().gaps());
  }

  /**
   * The observation from two samples.
   *
   * @param earlier null for a first sample, which has no rates yet
   * @param hosts how busy the hosts were; nodes that are not in it are not known
   */
  public static Observation observe(
      long number,
      @Nullable Sample earlier,
      Sample later,
      Map<NodeId, HostLoad> hosts,
      Set<Capability> capabilities) {
    return new RateMeter(earlier, later).observe(number, hosts, capabilities, false);
  }

  /**
   * The same where the counters stood still for long after the earlier sample: what they rose by
   * since may be of all of that time, or of the end of it.
   */
  public static Observation observeAfterStandstill(
      long number,
      Sample earlier,
      Sample later,
      Map<NodeId, HostLoad> hosts,
      Set<Capability> capabilities) {
    return new RateMeter(earlier, later).observe(number, hosts, capabilities, true);
  }

  private Observation observe(
      long number, Map<NodeId, HostLoad> hosts, Set<Capability> capabilities, boolean stoodStill) {
    Set<NodeId> restarted = restartedNodes();
    Map<PartitionId, RequestRates> rates = rates(restarted);
    Map<NodeId, NodeLoad> loads = new HashMap<>();
    for (Node node : later.topology().nodes()) {
      HostLoad host = hosts.get(node.id());
      if (host == null || host.cpu() == null) {
        gaps.add(
            new Gap(
                Gap.Kind.HOST_UNREADABLE,
                node.id().value(),
                Sentence.of("its host's CPU is not known")));
      }
      loads.put(
          node.id(),
          load(
              host == null ? HostLoad.UNKNOWN : host,
              restarted.contains(node.id()) ? null : counters(earlier, node.id()),
              counters(later, node.id())));
    }
    Optional<Gap> unbelievable = standsStill(rates, loads).or(() -> stoodStill(stoodStill));
    if (unbelievable.isPresent()) {
      gaps.add(unbelievable.get());
      rates.clear();
      loads.replaceAll((node, load) -> load.withoutRequests());
    }
    return new Observation(
        number,
        later.topology(),
        Duration.ofNanos((long) (seconds * 1e9)),
        rates,
        loads,
        capabilities,
        gaps,
        later.basis());
  }

  private Map<PartitionId, RequestRates> rates(Set<NodeId> restarted) {
    boolean countedForNodes = !later.basis().isMeasured() && later.partitions().isEmpty();
    if (countedForNodes) {
      return Apportioning.of(ratesOfNodes(restarted), later.topology(), later.basis());
    }
    Map<PartitionId, RequestRates> rates = new HashMap<>();
    for (Partition partition : later.topology().partitions()) {
      rate(partition, restarted).ifPresent(rate -> rates.put(partition.id(), rate));
    }
    return rates;
  }

  private Map<NodeId, RequestRates> ratesOfNodes(Set<NodeId> restarted) {
    Map<NodeId, RequestRates> rates = new HashMap<>();
    for (Node node : later.topology().nodes()) {
      NodeCounters told = counters(later, node.id());
      RequestCounters now = told == null ? null : told.byKind();
      NodeCounters toldBefore = counters(earlier, node.id());
      RequestCounters before = toldBefore == null ? null : toldBefore.byKind();
      String subject = node.id().value();
      if (now == null) {
        gaps.add(
            new Gap(
                Gap.Kind.COUNTERS_MISSING, subject, Sentence.of("its counters could not be read")));
      } else if (before == null || seconds == 0) {
        gaps.add(new Gap(Gap.Kind.FIRST_SEEN, subject, Sentence.of("a rate needs two samples")));
      } else if (restarted.contains(node.id()) || now.wentBackSince(before)) {
        gaps.add(
            new Gap(Gap.Kind.COUNTER_RESET, subject, Sentence.of("its counters started anew")));
      } else {
        rates.put(node.id(), now.since(before, seconds));
      }
    }
    return rates;
  }

  private Optional<Gap> standsStill(
      Map<PartitionId, RequestRates> rates, Map<NodeId, NodeLoad> loads) {
    return Standstill.of(rates.values(), loads)
        .map(why -> new Gap(Gap.Kind.COUNTERS_STAND_STILL, later.topology().cluster(), why));
  }

  private Optional<Gap> stoodStill(boolean stoodStill) {
    return stoodStill
        ? Optional.of(
            new Gap(
                Gap.Kind.FIRST_SEEN,
                later.topology().cluster(),
                Sentence.of(
                    "the counters stood still for long, and a rate needs two samples since")))
        : Optional.empty();
  }

  private Set<NodeId> restartedNodes() {
    Set<NodeId> restarted = new HashSet<>();
    if (earlier != null) {
      for (Node node : later.topology().nodes()) {
        Optional<Node> before = earlier.topology().node(node.id());
        if (before.isPresent() && !before.get().incarnation().equals(node.incarnation())) {
          restarted.add(node.id());
        }
      }
    }
    return restarted;
  }

  private Optional<RequestRates> rate(Partition partition, Set<NodeId> restarted) {
    RequestCounters now = later.partitions().get(partition.id());
    if (now == null) {
      return gap(
          Gap.Kind.COUNTERS_MISSING, partition, Sentence.of("its counters could not be read"));
    }
    RequestCounters before = earlier == null ? null : earlier.partitions().get(partition.id());
    Optional<Partition> was =
        earlier == null ? Optional.empty() : earlier.topology().partition(partition.id());
    if (was.isEmpty() || seconds == 0) {
      return gap(Gap.Kind.FIRST_SEEN, partition, Sentence.of("a rate needs two samples"));
    }
    NodeId node = partition.node();
    NodeId nodeBefore = was.get().node();
    if (!Objects.equals(nodeBefore, node)) {
      return gap(
          Gap.Kind.PARTITION_MOVED,
          partition,
          nodeBefore == null
              ? Sentence.of("no {node} served it before")
              : Sentence.of("it was on %s before", nodeBefore));
    }
    if (before == null) {
      return gap(
          Gap.Kind.FIRST_SEEN, partition, Sentence.of("its counters could not be read before"));
    }
    if ((node != null && restarted.contains(node)) || now.wentBackSince(before)) {
      return gap(Gap.Kind.COUNTER_RESET, partition, Sentence.of("its counters started anew"));
    }
    return Optional.of(now.since(before, seconds));
  }

  private Optional<RequestRates> gap(Gap.Kind kind, Partition partition, Sentence sentence) {
    gaps.add(new Gap(kind, partition.id().value(), sentence));
    return Optional.empty();
  }

  private static @Nullable NodeCounters counters(@Nullable Sample sample, NodeId node) {
    return sample == null ? null : sample.nodes().get(node);
  }

  private NodeLoad load(HostLoad host, @Nullable NodeCounters before, @Nullable NodeCounters now) {
    if (now == null) {
      return new NodeLoad(host, null, null, null, null, null, null, null);
    }
    Long requests = before == null ? null : increase(before.requests(), now.requests());
    Long hits = before == null ? null : increase(before.cacheHits(), now.cacheHits());
    Long misses = before == null ? null : increase(before.cacheMisses(), now.cacheMisses());
    return new NodeLoad(
        host,
        requests == null || seconds == 0 ? null : new OperationsPerSecond(requests / seconds),
        hits == null || misses == null || hits + misses == 0
            ? null
            : Ratio.share(hits, hits + misses),
        now.queued(),
        now.heapUsed(),
        now.heapMax(),
        now.heapKept(),
        now.cacheUsed(),
        now.locality(),
        now.latencyMs(),
        p99(now.p99Ms(), requests));
  }

  /** A p99 of 0 counts only if requests were answered; otherwise it is not known. */
  private static @Nullable Double p99(@Nullable Double told, @Nullable Long requests) {
    boolean answered = requests != null && requests > 0;
    return told != null && told == 0 && !answered ? null : told;
  }

  private static @Nullable Long increase(@Nullable Long before, @Nullable Long now) {
    return before == null || now == null || now < before ? null : Long.valueOf(now - before);
  }
}
