package io.proteus.core.strategy.scaling;

import static io.proteus.core.strategy.ReasonCode.AT_NODE_BOUND;
import static io.proteus.core.strategy.ReasonCode.GROW;
import static io.proteus.core.strategy.ReasonCode.HEALTHY;
import static io.proteus.core.strategy.ReasonCode.INITIAL_RECONFIGURATION;
import static io.proteus.core.strategy.ReasonCode.METRICS_INCOMPLETE;
import static io.proteus.core.strategy.ReasonCode.NODES_OVERLOADED;
import static io.proteus.core.strategy.ReasonCode.NOT_CAPABLE;
import static io.proteus.core.strategy.ReasonCode.RECONFIGURE;
import static io.proteus.core.strategy.ReasonCode.SHRINK;
import static io.proteus.core.strategy.ReasonCode.UNDERLOAD_NOT_CONFIRMED;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Shared;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.units.Few;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * MeT's stages A and B (MET-4, MET-5, MET-13; Algorithm 1 of the paper): grow by 1, 2, 4, 8 ...,
 * shrink one by one, and configure the present nodes the first time.
 *
 * <p>Where the paper is silent: the sub-optimal share counts overloaded nodes only, because
 * counting idle nodes would let an idle cluster grow. The cluster is underloaded when no node is
 * overloaded, some node has spare capacity, and the hottest node stays below the threshold after
 * one node less. One idle node is enough: in section 6.4 a node goes as soon as two of five tenants
 * do, while TIRAMOLA waits for every node to be idle. At the upper bound the cluster is configured
 * as it is; below the lower bound nodes are added, whatever the load is.
 *
 * @param cpuAbove a node is overloaded above this CPU share (original code: idle below 40 %)
 * @param ioWaitAbove a node is overloaded above this I/O wait (original code: 20 %)
 * @param memoryAbove a node is overloaded above this share of its machine's memory; null: memory
 *     does not count, as a store's node takes the memory that it is given
 * @param cpuBelow a node has spare capacity below this CPU share (original code: idle above 90 %)
 * @param subOptimalNodes share of nodes above which a reconfiguration alone will not do (MET-5)
 * @param underloadDecisions decisions in a row that must find spare capacity before a node goes
 * @param bounds how few and how many nodes
 */
public record MetScaling(
    @Key(doc = "CPU above which a node is overloaded (MET-4)", usual = "0.60") Ratio cpuAbove,
    @Key(doc = "I/O wait above which a node is overloaded too (MET-4)", usual = "0.20")
        Ratio ioWaitAbove,
    @Key(
            doc =
                "share of its machine's memory in use above which a node is overloaded too (MET-4);"
                    + " `off`: memory does not count",
            usual = "off",
            none = "off")
        @Nullable Ratio memoryAbove,
    @Key(doc = "CPU below which a node has capacity to spare (MET-13)", usual = "0.10")
        Ratio cpuBelow,
    @Key(doc = "share of overloaded nodes above which nodes are added (MET-5)", usual = "0.50")
        Ratio subOptimalNodes,
    @Key(
            doc = "decisions in a row that must find spare nodes before one goes (MET-13)",
            usual = "2")
        int underloadDecisions,
    @Shared("nodes") NodeBounds bounds)
    implements ScalingPolicy {

  public MetScaling {
    if (cpuBelow.compareTo(cpuAbove) >= 0) {
      throw new InvalidValue(
          "met.cpuBelow: want less than met.cpuAbove, got %s and %s. Maybe they are swapped."
              .formatted(cpuBelow, cpuAbove));
    }
    if (underloadDecisions < 1) {
      throw new InvalidValue(
          "met.underloadDecisions: want 1 or more, got %d.".formatted(underloadDecisions));
    }
  }

  /** Without a threshold of memory. */
  public MetScaling(
      Ratio cpuAbove,
      Ratio ioWaitAbove,
      Ratio cpuBelow,
      Ratio subOptimalNodes,
      int underloadDecisions,
      NodeBounds bounds) {
    this(cpuAbove, ioWaitAbove, null, cpuBelow, subOptimalNodes, underloadDecisions, bounds);
  }

  /** The values of the original code, with no more nodes than there are. */
  public static MetScaling defaults() {
    return new MetScaling(
        Ratio.of(0.6), Ratio.of(0.2), Ratio.of(0.1), Ratio.of(0.5), 2, new NodeBounds(1, 0));
  }

  @Override
  public Scaling decide(Situation now) {
    Scaling answer = byLoad(now);
    int least = LeastNodes.of(now, bounds);
    if (least == now.topology().nodes().size()) {
      return answer;
    }
    List<Reason> reasons = new ArrayList<>(List.of(LeastNodes.reason(now, bounds)));
    if (answer instanceof Scaling.Resize wanted && wanted.nodes() > least) {
      reasons.addAll(wanted.reasons());
      return new Scaling.Resize(wanted.nodes(), reasons, wanted.memory());
    }
    return new Scaling.Resize(least, reasons, now.memory().withUnderloads(0).withReconfigured());
  }

  private Scaling byLoad(Situation now) {
    int nodes = now.topology().nodes().size();
    StrategyMemory memory = now.memory();
    List<String> untold = untoldMemory(now);
    if (!untold.isEmpty()) {
      return new Scaling.Keep(
          METRICS_INCOMPLETE.because(
              "met.memoryAbove",
              "nobody tells how much memory the machine of %s has in use: set a source of host"
                  + " metrics that does, or met.memoryAbove off",
              Few.of(untold)),
          memory);
    }
    List<String> overloaded = new ArrayList<>();
    int spare = 0;
    double hottest = 0;
    for (var entry : now.loads().entrySet()) {
      if (isOverloaded(entry.getValue())) {
        overloaded.add(entry.getKey().value());
      } else if (isSpare(entry.getValue())) {
        spare++;
      }
      // one of which nothing is known may be the hottest
      Ratio cpu = entry.getValue().host().cpu();
      hottest = Math.max(hottest, cpu == null ? 1 : cpu.value());
    }
    Ratio hot = Ratio.share(overloaded.size(), nodes);
    boolean othersCan = hottest * nodes <= cpuAbove.value() * (nodes - 1);
    boolean underload = overloaded.isEmpty() && spare > 0 && othersCan;
    if (overloaded.isEmpty() && !underload) {
      return new Scaling.Keep(
          HEALTHY.because(
              "met.cpuAbove",
              "no {node} is over %s, and %d of %d {is|are} under %s CPU%s",
              thresholds(),
              spare,
              nodes,
              cpuBelow,
              spare > 0 ? ", which the others need" : ""),
          memory.withUnderloads(0));
    }
    if (hot.exceeds(subOptimalNodes)) {
      return grow(now, overloaded);
    }
    if (!memory.reconfigured()) {
      return unchanged(
          now, INITIAL_RECONFIGURATION.says("the {nodes} have not been configured by use yet"));
    }
    return underload ? shrink(now, spare) : grow(now, overloaded);
  }

  @Override
  public Scaling.Resize unchanged(Situation now) {
    return unchanged(now, RECONFIGURE.says("for the present number of {nodes}"));
  }

  private static Scaling.Resize unchanged(Situation now, Reason reason) {
    return new Scaling.Resize(
        now.topology().nodes().size(),
        List.of(reason),
        now.memory().withUnderloads(0).withReconfigured());
  }

  private Scaling grow(Situation now, List<String> overloaded) {
    int present = now.topology().nodes().size();
    StrategyMemory memory = now.memory().withUnderloads(0).withReconfigured();
    int wanted = present + memory.nodesToChange();
    Reason hot =
        NODES_OVERLOADED.because(
            "met.cpuAbove",
            "%d of {%d nodes} {is|are} over %s: %s",
            overloaded.size(),
            present,
            thresholds(),
            Few.of(overloaded));
    if (!now.latest().capabilities().contains(Capability.RESIZE)) {
      return new Scaling.Resize(
          present,
          List.of(
              hot, NOT_CAPABLE.because("cloud.type", "no cloud is set that could start {nodes}")),
          memory);
    }
    int allowed = Math.min(bounds.clamp(wanted, present), Math.max(present, bounds.most(now)));
    if (allowed == present) {
      return new Scaling.Resize(
          present,
          List.of(
              hot,
              AT_NODE_BOUND.because(
                  "nodes.max",
                  "would add {%d nodes}, but %d are as many as may be",
                  wanted - present,
                  present)),
          memory);
    }
    return new Scaling.Resize(
        allowed,
        List.of(hot, GROW.because("nodes.max", "from %d to {%d nodes}", present, allowed)),
        memory.withNodesToChange(Math.min(memory.nodesToChange() * 2, 1 << 16)));
  }

  private Scaling shrink(Situation now, int spare) {
    int present = now.topology().nodes().size();
    StrategyMemory memory = now.memory().withUnderloads(now.memory().underloads() + 1);
    Reason found =
        SHRINK.because(
            "met.cpuBelow",
            "%d of {%d nodes} {is|are} under %s CPU and none is overloaded",
            spare,
            present,
            cpuBelow);
    if (!now.latest().capabilities().contains(Capability.RESIZE)) {
      return new Scaling.Keep(
          NOT_CAPABLE.because(
              "cloud.type", "%s, but no cloud is set that could stop one", found.sentence()),
          memory.withUnderloads(0));
    }
    if (bounds.clamp(present - 1, present) == present) {
      return new Scaling.Keep(
          AT_NODE_BOUND.because(
              "nodes.min", "%s, but %d are as few as may be", found.sentence(), present),
          memory.withUnderloads(0));
    }
    if (memory.underloads() < underloadDecisions) {
      return new Scaling.Keep(
          UNDERLOAD_NOT_CONFIRMED.because(
              "met.underloadDecisions",
              "%s, for %d of %d decisions in a row",
              found.sentence(),
              memory.underloads(),
              underloadDecisions),
          memory);
    }
    return new Scaling.Resize(
        present - 1, List.of(found), memory.withUnderloads(0).withNodesToChange(1));
  }

  private boolean isOverloaded(NodeLoad load) {
    HostLoad host = load.host();
    return (host.cpu() != null && host.cpu().exceeds(cpuAbove))
        || (host.ioWait() != null && host.ioWait().exceeds(ioWaitAbove))
        || (memoryAbove != null && host.memory() != null && host.memory().exceeds(memoryAbove));
  }

  private Sentence thresholds() {
    return memoryAbove == null
        ? Sentence.of("%s CPU or %s I/O wait", cpuAbove, ioWaitAbove)
        : Sentence.of("%s CPU, %s I/O wait or %s memory", cpuAbove, ioWaitAbove, memoryAbove);
  }

  /** The nodes whose memory is to count and is not known. */
  private List<String> untoldMemory(Situation now) {
    if (memoryAbove == null) {
      return List.of();
    }
    return now.topology().nodes().stream()
        .map(Node::id)
        .filter(id -> memoryOf(now.loads().get(id)) == null)
        .map(NodeId::value)
        .sorted()
        .toList();
  }

  private static @Nullable Ratio memoryOf(@Nullable NodeLoad load) {
    return load == null ? null : load.host().memory();
  }

  private boolean isSpare(NodeLoad load) {
    return load.host().cpu() != null && cpuBelow.exceeds(load.host().cpu());
  }
}
