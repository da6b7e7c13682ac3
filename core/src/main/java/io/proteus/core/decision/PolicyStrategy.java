package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.HAND_SET;
import static io.proteus.core.strategy.ReasonCode.ONE_NODE;
import static io.proteus.core.strategy.ReasonCode.USE_UNKNOWN;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.ProfileParts;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.step.SetFamilyBlockSizes;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeSpeeds;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.WantedSettings;
import io.proteus.core.strategy.configuration.ConfigurationPolicy;
import io.proteus.core.strategy.configuration.KeepConfiguration;
import io.proteus.core.strategy.configuration.MetProfiles;
import io.proteus.core.strategy.placement.Even;
import io.proteus.core.strategy.placement.MetPlacement;
import io.proteus.core.strategy.placement.Placement;
import io.proteus.core.strategy.placement.PlacementPolicy;
import io.proteus.core.strategy.placement.Spread;
import io.proteus.core.strategy.placement.WithoutLeavers;
import io.proteus.core.strategy.scaling.MetScaling;
import io.proteus.core.strategy.scaling.Scaling;
import io.proteus.core.strategy.scaling.ScalingPolicy;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.workload.AccessClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * One answer to each question: how many nodes, how configured, holding what. As a strategy it is
 * the list of {@link Proposals} without settings.
 *
 * <p>A table has one block size: that of the class with the most requests to the table (MET-12 has
 * one for each node).
 *
 * @param setBlockSizes whether tables are altered at all
 * @param keepsHandSet whether tables keep block sizes that somebody has set by hand
 */
public record PolicyStrategy(
    ScalingPolicy scaling,
    ConfigurationPolicy configuration,
    PlacementPolicy placement,
    boolean setBlockSizes,
    boolean keepsHandSet)
    implements Strategy {

  /** One that keeps what somebody has set by hand. */
  public PolicyStrategy(
      ScalingPolicy scaling,
      ConfigurationPolicy configuration,
      PlacementPolicy placement,
      boolean setBlockSizes) {
    this(scaling, configuration, placement, setBlockSizes, true);
  }

  /** MeT with the paper's values and those of its original code. */
  public static PolicyStrategy met() {
    MetProfiles profiles = MetProfiles.paper();
    return new PolicyStrategy(
        MetScaling.defaults(),
        profiles,
        new MetPlacement(profiles.profileOf(AccessClass.READ_WRITE)),
        true);
  }

  /** Counts nodes, leaves each configured as it is, and spreads what they hold. */
  public static PolicyStrategy counting(ScalingPolicy scaling) {
    return new PolicyStrategy(
        scaling, KeepConfiguration.usual(), new Spread(Even.LOAD, Ratio.of(0.1)), false);
  }

  @Override
  public Verdict decide(Situation now) {
    return Proposals.of(this, Optional.empty()).decide(now);
  }

  @Override
  public Verdict decideRegardlessOfLoad(Situation now) {
    return Proposals.of(this, Optional.empty()).decideRegardlessOfLoad(now);
  }

  /** The layout for a number of nodes. */
  Verdict retarget(Situation now, Scaling.Resize asked) {
    int present = now.topology().nodes().size();
    Scaling.Resize resize = Leavers.within(now, asked);
    if (asked.nodes() < present && resize.nodes() == present) {
      return new Verdict.Hold(resize.reasons(), now.memory().learning(resize.memory()));
    }
    if (now.topology().placing().byStore()) {
      return CountedNodes.heldBack(now, resize).orElseGet(() -> CountedNodes.verdict(now, resize));
    }
    return now.basis().isMeasured() || configuration.keepsNodesAsTheyAre()
        ? placed(now, resize)
        : counting(scaling).placed(now, withoutUse(now, resize));
  }

  /**
   * A resize where the use of partitions is not known: they are spread over nodes as the nodes are.
   */
  private static Scaling.Resize withoutUse(Situation now, Scaling.Resize resize) {
    List<Reason> reasons = new ArrayList<>(resize.reasons());
    reasons.add(
        USE_UNKNOWN.says(
            "requests are %s, so {partitions} are not grouped by use, and {nodes} stay configured"
                + " as they are",
            now.basis()));
    return new Scaling.Resize(resize.nodes(), reasons, resize.memory());
  }

  private Verdict placed(Situation now, Scaling.Resize resize) {
    int present = now.topology().nodes().size();
    StrategyMemory memory =
        resize.memory().withResizingTo(resize.nodes() > present ? resize.nodes() : 0);
    List<Reason> reasons = new ArrayList<>();
    if (resize.nodes() == 1 && present == 1) {
      reasons.add(
          ONE_NODE.because(
              "nodes.max", "there is one {node}, and nothing to choose where one holds all"));
      reasons.addAll(resize.reasons());
      return new Verdict.Hold(reasons, memory);
    }
    ProfileParts parts = ProfileParts.of(now.topology(), now.latest().capabilities());
    PartitionsByUse byUse = PartitionsByUse.of(now, configuration);
    List<Reason> restricted = new ArrayList<>();
    Optional<Placement> found = place(now, byUse, parts, resize, restricted);
    reasons.addAll(restricted);
    reasons.addAll(resize.reasons());
    if (found.isEmpty()) {
      return new Verdict.Hold(reasons, now.memory().learning(resize.memory()));
    }
    if (resize.nodes() > present && !restricted.isEmpty()) { // no node is asked for
      memory = now.memory().learning(resize.memory());
    }
    Placement placed = found.get();
    reasons.addAll(placed.reasons());
    Map<TableId, ByteSize> blockSizes =
        setBlockSizes && parts.blocks() ? blockSizes(now, byUse, reasons) : Map.of();
    List<NodeTarget> nodes = placed.nodes().stream().map(node -> node.within(parts)).toList();
    return new Verdict.Retarget(
        Layout.of(nodes, placed.removed(), blockSizes)
            .with(WantedSettings.of(Map.of(), configuration.settingsOf(nodes))),
        reasons,
        remembering(now, memory, blockSizes));
  }

  /**
   * Who holds what; empty where no pool has a node to give. Where a new node would join another
   * pool than it is asked for, the nodes that are there are made the best of.
   *
   * @param reasons of what is otherwise than asked for
   */
  private Optional<Placement> place(
      Situation now,
      PartitionsByUse byUse,
      ProfileParts parts,
      Scaling.Resize resize,
      List<Reason> reasons) {
    List<Node> present = now.topology().nodes();
    ToDoubleFunction<NodeId> speeds = NodeSpeeds.of(now)::of;
    if (!now.topology().restrictions().areDivided()) {
      List<NodeId> leaving = Leavers.of(now.topology(), present.size() - resize.nodes());
      return Optional.of(
          WithoutLeavers.of(placement, leaving)
              .place(byUse.groups(parts), byUse.idle(), present, resize.nodes(), speeds));
    }
    NodesByPool pools = new NodesByPool(now);
    pools.resize(resize).ifPresent(reasons::add);
    int nodes = pools.counts().values().stream().mapToInt(Integer::intValue).sum();
    return !reasons.isEmpty() && resize.nodes() < present.size() && nodes == present.size()
        ? Optional.empty()
        : Optional.of(
            PlacementByPool.place(
                placement, byUse.groups(parts), byUse.idle(), now, pools.counts(), speeds));
  }

  /** What tables get, without those on which somebody has set sizes by hand. */
  private Map<TableId, ByteSize> blockSizes(
      Situation now, PartitionsByUse byUse, List<Reason> reasons) {
    Map<TableId, ByteSize> sizes = new TreeMap<>(byUse.blockSizes());
    for (Table table : now.topology().tables()) {
      SortedMap<String, ByteSize> byHand = now.memory().settings().handSet(table);
      ByteSize wanted = sizes.get(table.id());
      if (keepsHandSet && !byHand.isEmpty() && wanted != null) {
        sizes.remove(table.id());
        reasons.add(
            HAND_SET.because(
                "configuration.keepHandSet",
                "blocks of %s stay as somebody has set them by hand (%s), and would be %s",
                table.id(),
                SetFamilyBlockSizes.shown(byHand),
                wanted));
      }
    }
    return sizes;
  }

  /** Where a store tells who set what, it is remembered what is to be set. */
  private static StrategyMemory remembering(
      Situation now, StrategyMemory memory, Map<TableId, ByteSize> sizes) {
    Map<TableId, ByteSize> told = new TreeMap<>(sizes);
    told.keySet()
        .removeIf(id -> now.topology().table(id).filter(table -> table.blocks() != null).isEmpty());
    return told.isEmpty() ? memory : memory.with(memory.settings().setting(told));
  }
}
