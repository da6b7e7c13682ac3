package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.MACHINE_TAKEN;
import static io.proteus.core.strategy.ReasonCode.METRICS_INCOMPLETE;
import static io.proteus.core.strategy.ReasonCode.METRICS_STALE;
import static io.proteus.core.strategy.ReasonCode.NODE_LOST;

import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.Placing.Joining;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeLosses;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.scaling.KeepNodes;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.Scaling;
import io.proteus.core.units.Few;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that died and did not come back, or whose machines the cloud is about to take. The store
 * has recovered what they served, or nothing would be decided. As many as are missing are started
 * again where the count of nodes is left as it is, and the dead are struck off the store's list
 * where nothing else is to be done.
 *
 * @param answers places what the new nodes are to hold
 * @param bounds how many nodes there may be
 * @param patience from a death until the node counts as lost: a process may be started again
 * @param outPatience from a death until a store strikes the node off that takes none in by itself:
 *     it comes back no more then; null for never
 */
public record LostNodes(
    PolicyStrategy answers, NodeBounds bounds, Duration patience, @Nullable Duration outPatience)
    implements Proposer {
  private static final Set<ReasonCode> BLIND = Set.of(METRICS_STALE, METRICS_INCOMPLETE);

  /** Where a node that was struck off comes back as any other, or is given up as soon. */
  public LostNodes(PolicyStrategy answers, NodeBounds bounds, Duration patience) {
    this(answers, bounds, patience, patience);
  }

  @Override
  public Optional<Verdict> propose(
      Situation now, DecisionTrigger trigger, Optional<Verdict> before) {
    boolean stands = before.filter(verdict -> verdict instanceof Verdict.Hold).isEmpty();
    NodeLosses losses = losses(now);
    if (stands
        || isBlind(before.get())
        || losses == null
        || losses.since() == null
        || now.topology().deadNodes().isEmpty()) {
      return before;
    }
    List<NodeId> lost = dead(patience, losses, now);
    Placing placing = now.topology().placing();
    List<NodeId> out = placing.joinsByOrder() ? dead(outPatience, losses, now) : lost;
    if (placing.joining() == Joining.BY_ORDER_WHEN_WHOLE) {
      return strikingOff(now, before.get(), out)
          .map(
              alone ->
                  replacement(now, before.get(), losses, out)
                      .map(verdict -> strikingOffFirst(verdict, out))
                      .orElse(alone))
          .or(() -> before);
    }
    return replacement(now, before.get(), losses, lost)
        .or(() -> strikingOff(now, before.get(), out))
        .or(() -> before);
  }

  /** Those that have been dead for so long. */
  private static List<NodeId> dead(@Nullable Duration since, NodeLosses losses, Situation now) {
    return now.topology().deadNodes().stream()
        .filter(node -> since != null && age(node, losses, now).compareTo(since) >= 0)
        .toList();
  }

  private static Verdict strikingOffFirst(Verdict verdict, List<NodeId> out) {
    if (!(verdict instanceof Verdict.Retarget retarget)) {
      return verdict;
    }
    Layout target = retarget.target();
    List<NodeId> removed = new ArrayList<>(target.removed());
    removed.addAll(out);
    return new Verdict.Retarget(
        Layout.of(
            target.nodes(), removed, target.blockSizes(), target.settings(), target.reshapes()),
        retarget.reasons(),
        retarget.memory());
  }

  private static @Nullable NodeLosses losses(Situation now) {
    NodeLosses losses = now.memory().scaling().losses();
    return losses == null ? null : losses.decided(now.memory().scaling().newest());
  }

  private static Duration age(NodeId node, NodeLosses losses, Situation now) {
    return Duration.between(losses.seenAt(node), now.now());
  }

  /**
   * Replaces nodes whose machines the cloud is about to take, which nobody waits for. What the new
   * ones hold does not depend on the use of partitions, which may not be known.
   *
   * @param now without these nodes
   */
  Optional<Verdict> ahead(Situation now) {
    Set<NodeId> going = now.topology().restrictions().takenBack().keySet();
    NodeLosses losses = losses(now);
    if (going.isEmpty()
        || losses == null
        || losses.since() == null
        || now.topology().placing().byStore()
        || !now.latest().capabilities().contains(Capability.RESIZE)) {
      return Optional.empty();
    }
    int present = now.topology().nodes().size();
    int most = withReplaced(unanswered(going, losses, now), losses, now);
    return most <= present
        ? Optional.empty()
        : Optional.of(
            PolicyStrategy.counting(new KeepNodes())
                .retarget(
                    now,
                    new Scaling.Resize(
                        most,
                        List.of(
                            MACHINE_TAKEN.says(
                                "the cloud is about to take the machine of %s (%s): without it"
                                    + " {%d nodes} {is|are} left, and there were %d",
                                Few.of(List.copyOf(going)),
                                NodeDrain.notices(going, now.topology()),
                                present,
                                losses.whole())),
                        NodeResize.remembering(now, most))));
  }

  private static boolean isBlind(Verdict hold) {
    return hold.reasons().stream().anyMatch(reason -> BLIND.contains(reason.code()));
  }

  /** Those for whom the number of nodes was not decided anew since they were first missed. */
  private static List<NodeId> unanswered(
      Collection<NodeId> gone, NodeLosses losses, Situation now) {
    Instant resized = now.memory().scaling().newest().map(Resized::at).orElse(Instant.MIN);
    return gone.stream().filter(node -> !resized.isAfter(losses.seenAt(node))).toList();
  }

  /** How many nodes there are to be with these replaced; as many as there are where none may be. */
  private int withReplaced(List<NodeId> gone, NodeLosses losses, Situation now) {
    int present = now.topology().nodes().size();
    int more = Math.min(gone.size(), losses.missing(now.topology()));
    return Math.max(present, Math.min(present + more, bounds.most(now)));
  }

  /** Empty where none is missing, none may be added, or its number was decided anew since. */
  private Optional<Verdict> replacement(
      Situation now, Verdict hold, NodeLosses losses, List<NodeId> lost) {
    List<NodeId> unanswered = unanswered(lost, losses, now);
    int present = now.topology().nodes().size();
    int most = withReplaced(unanswered, losses, now);
    if (most <= present || !now.latest().capabilities().contains(Capability.RESIZE)) {
      return Optional.empty();
    }
    Duration longest =
        unanswered.stream()
            .map(node -> age(node, losses, now))
            .max(Comparator.naturalOrder())
            .orElseThrow();
    StrategyMemory memory = NodeResize.remembering(now.with(hold.memory()), most);
    return Optional.of(
        counted(
            now,
            new Scaling.Resize(
                most,
                List.of(
                    NODE_LOST.says(
                        "%s died %d s ago and did not come back: {%d nodes} {is|are} there, and"
                            + " there were %d",
                        Few.of(unanswered), longest.toSeconds(), present, losses.whole())),
                memory)));
  }

  /** A store that places partitions itself is told numbers alone. */
  private Verdict counted(Situation now, Scaling.Resize resize) {
    return now.topology().placing().byStore()
        ? CountedNodes.verdict(now, resize)
        : answers.retarget(now, resize);
  }

  /** Once none of the dead is waited for. */
  private static Optional<Verdict> strikingOff(Situation now, Verdict hold, List<NodeId> lost) {
    List<NodeId> dead = now.topology().deadNodes();
    if (lost.size() < dead.size()
        || !now.latest().capabilities().contains(Capability.FORGET_NODE)) {
      return Optional.empty();
    }
    return Optional.of(
        new Verdict.Retarget(
            Layout.of(PresentLayout.without(dead, now), dead, Map.of()),
            List.of(
                NODE_LOST.says(
                    "%s died, what it served is served elsewhere, and nobody needs it on the list"
                        + " of the dead",
                    Few.of(dead))),
            hold.memory()));
  }
}
