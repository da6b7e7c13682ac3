package io.proteus.core.strategy.guard;

import static io.proteus.core.strategy.ReasonCode.IN_PLACE;
import static io.proteus.core.strategy.ReasonCode.NOT_WORTH_IT;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.Ratio;
import java.util.Optional;

/**
 * Holds a retarget that would hardly improve anything, so that noise in the loads does not keep
 * partitions moving ({@link Gain}). A change in the number of nodes and the placement that
 * completes it always pass, and so do settings, which have waited long enough, and splits and
 * merges, which have rules of their own: one of several busy nodes is relieved by few requests.
 *
 * @param minimumGain gain below which nothing is done; several times as much is wanted where
 *     requests are not measured partition by partition
 */
public record WorthIt(Ratio minimumGain) implements RetargetGuard {

  @Override
  public Optional<Reason> objection(Situation now, Verdict.Retarget wanted) {
    return objection(now, wanted, Gain.of(now, wanted.target()).atLeast(wanted.betters()));
  }

  @Override
  public Optional<Reason> objection(Situation now, Verdict.Retarget wanted, Gain gain) {
    if (resizes(now, wanted.target())
        || changesSettings(now, wanted.target())
        || reshapes(wanted.target())) {
      return Optional.empty();
    }
    if (gain.nothingDiffers()) {
      return Optional.of(IN_PLACE.says("every {partition} and every {node} is as it should be"));
    }
    Ratio wantedGain = Ratio.share(minimumGain.value() * now.basis().caution(), 1);
    if (gain.share() >= wantedGain.value()) {
      return Optional.empty();
    }
    if (!now.basis().isMeasured()) {
      return Optional.of(
          NOT_WORTH_IT.because(
              "guards.minimumGain",
              "it would better the place of %.1f %% of the requests, and %s are wanted where"
                  + " requests are %s",
              gain.share() * 100,
              wantedGain,
              now.basis()));
    }
    return Optional.of(
        NOT_WORTH_IT.because(
            "guards.minimumGain",
            "it would better the place of %.1f %% of the requests, and %s are wanted",
            gain.share() * 100,
            minimumGain));
  }

  /** Whether partitions are to be merged: that spares nodes work, and no client sees a gain. */
  public static boolean merges(Layout target) {
    return !target.reshapes().merges().isEmpty();
  }

  /** Whether partitions are to be split or merged. */
  private static boolean reshapes(Layout target) {
    return !target.reshapes().saysNothing();
  }

  /** Whether a policy of settings asks for something that is not set. */
  public static boolean changesSettings(Situation now, Layout target) {
    return !target.settings().changesOfTables(now.topology()).isEmpty()
        || !target.settings().changesOfNodes(now.topology()).isEmpty()
        || target.nodes().stream().anyMatch(wanted -> isSplitByPolicy(now, wanted));
  }

  /** Whether a policy asks for a memory split that a node does not have. */
  private static boolean isSplitByPolicy(Situation now, NodeTarget wanted) {
    MemorySplit split = wanted.profile().memory();
    return wanted.profile().name().equals(NodeProfile.BY_POLICY)
        && split != null
        && now.topology()
            .node(wanted.node())
            .map(Node::memory)
            .filter(is -> !is.isAbout(split))
            .isPresent();
  }

  /** Whether nodes come or go, or are filled after they came. */
  public static boolean resizes(Situation now, Layout target) {
    return !target.removed().isEmpty()
        || target.nodes().stream().anyMatch(wanted -> wanted.node().isPlanned())
        || now.memory().resizingTo() == now.topology().nodes().size();
  }
}
