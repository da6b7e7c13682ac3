package io.proteus.core.plan;

import static io.proteus.core.strategy.ReasonCode.PARTITIONS_IN_TRANSITION;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Placing.Emptying;
import io.proteus.core.cluster.Topology;
import io.proteus.core.strategy.Reason;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The partitions whose move a dead node cut off: the store would refuse to move them anywhere until
 * a person has decided about their keys, so no node that holds one can be emptied by moves.
 */
public final class CutOff {
  private final Topology topology;
  private final List<Gap> gaps;
  private final Set<String> ids;

  private CutOff(Topology topology, List<Gap> gaps) {
    this.topology = topology;
    this.gaps = gaps;
    this.ids = gaps.stream().map(Gap::subject).collect(Collectors.toSet());
  }

  /** Those that the store told of. */
  public static CutOff of(Topology topology) {
    return new CutOff(
        topology,
        topology.gaps().stream().filter(gap -> gap.kind() == Gap.Kind.MOVE_CUT_OFF).toList());
  }

  /** Whether this one stays where it is. */
  public boolean contains(PartitionId partition) {
    return ids.contains(partition.value());
  }

  /**
   * Of these nodes, those that hold one, sorted.
   *
   * @param emptying how a node is emptied; none are returned where that takes no moves
   */
  public List<NodeId> holders(Emptying emptying, Collection<NodeId> among) {
    if (emptying != Emptying.BY_MOVES || ids.isEmpty()) {
      return List.of();
    }
    return topology.partitions().stream()
        .filter(partition -> contains(partition.id()))
        .map(Partition::node)
        .filter(node -> node != null && among.contains(node))
        .distinct()
        .sorted()
        .toList();
  }

  /** What is said where these would have to be restarted. */
  public Sentence settingsStay(List<NodeId> holders) {
    return Sentence.of(
        "the settings of %s stay, as {partitions} there cannot be moved meanwhile",
        Few.of(holders));
  }

  /** What is said of each in a plan. */
  public List<Reason> reasons() {
    return gaps.stream()
        .map(gap -> Sentence.of("%s stays where it is; %s", gap.subject(), gap.sentence()))
        .map(PARTITIONS_IN_TRANSITION::says)
        .toList();
  }
}
