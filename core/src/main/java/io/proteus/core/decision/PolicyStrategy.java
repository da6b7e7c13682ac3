package io.proteus.core.decision;

import static io.proteus.core.strategy.ReasonCode.ASKED_FOR;
import static io.proteus.core.strategy.ReasonCode.METRICS_INCOMPLETE;
import static io.proteus.core.strategy.ReasonCode.NO_PARTITIONS;
import static io.proteus.core.strategy.ReasonCode.NO_TRAFFIC;
import static io.proteus.core.strategy.ReasonCode.ONE_NODE;
import static io.proteus.core.strategy.ReasonCode.RESIZE_CONTINUES;

import io.proteus.core.cluster.TableId;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.configuration.ConfigurationPolicy;
import io.proteus.core.strategy.configuration.KeepConfiguration;
import io.proteus.core.strategy.configuration.MetProfiles;
import io.proteus.core.strategy.placement.Even;
import io.proteus.core.strategy.placement.MetPlacement;
import io.proteus.core.strategy.placement.Placement;
import io.proteus.core.strategy.placement.PlacementPolicy;
import io.proteus.core.strategy.placement.Spread;
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

/**
 * A strategy made of one answer to each question: how many nodes, how configured, holding what.
 *
 * <p>A table has one block size (MET-12 has one a node): the one of the class with the most
 * requests to the table.
 *
 * @param setBlockSizes whether tables are altered at all
 */
public record PolicyStrategy(
    ScalingPolicy scaling,
    ConfigurationPolicy configuration,
    PlacementPolicy placement,
    boolean setBlockSizes)
    implements Strategy {

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
        scaling, KeepConfiguration.hbase(), new Spread(Even.LOAD, Ratio.of(0.1)), false);
  }

  @Override
  public Verdict decide(Situation now) {
    return Surplus.removal(now)
        .or(() -> nothingToDecide(now))
        .or(() -> continueResize(now))
        .orElseGet(
            () -> {
              Scaling answer = scaling.decide(now);
              if (answer instanceof Scaling.Keep keep) {
                return Verdict.hold(keep.reason(), keep.memory());
              }
              return retarget(now, (Scaling.Resize) answer);
            });
  }

  @Override
  public Verdict decideRegardlessOfLoad(Situation now) {
    return nothingToDecide(now)
        .orElseGet(
            () -> {
              Scaling.Resize asked = scaling.unchanged(now);
              return retarget(
                  now,
                  new Scaling.Resize(
                      asked.nodes(),
                      List.of(ASKED_FOR.says("asked for, whatever the load")),
                      asked.memory()));
            });
  }

  private Optional<Verdict> nothingToDecide(Situation now) {
    if (now.topology().partitions().isEmpty()) {
      return hold(
          now,
          NO_PARTITIONS.because(
              "engine.excludeTables", "there is no managed table with partitions"));
    }
    if (now.rates().values().stream()
        .allMatch(rates -> configuration.classify(rates) == AccessClass.IDLE)) {
      return hold(
          now,
          NO_TRAFFIC.because(
              "met.classify.idleBelow",
              "none of the %d partitions whose requests are known is used",
              now.rates().size()));
    }
    return configuration.keepsNodesAsTheyAre() ? unknownSplit(now) : Optional.empty();
  }

  private static Optional<Verdict> unknownSplit(Situation now) {
    return now.topology().nodes().stream()
        .filter(node -> node.split().isUnknown())
        .findFirst()
        .flatMap(
            node ->
                hold(
                    now,
                    METRICS_INCOMPLETE.because(
                        "configuration.policy",
                        "how %s divides its memory is not known, so it cannot be kept",
                        node.id())));
  }

  private static Optional<Verdict> hold(Situation now, Reason reason) {
    return Optional.of(Verdict.hold(reason, now.memory()));
  }

  /**
   * A resize that began in an earlier plan goes on with the placement, whatever the load is now;
   * also where fewer nodes came up than were asked for, as those that did should not stay empty.
   */
  private Optional<Verdict> continueResize(Situation now) {
    int wanted = now.memory().resizingTo();
    if (wanted == 0) {
      return Optional.empty();
    }
    int present = now.topology().nodes().size();
    return Optional.of(
        retarget(
            now,
            new Scaling.Resize(
                present,
                List.of(
                    RESIZE_CONTINUES.says(
                        "%d nodes of the %d of the last resize are there", present, wanted)),
                now.memory())));
  }

  private Verdict retarget(Situation now, Scaling.Resize resize) {
    int present = now.topology().nodes().size();
    StrategyMemory memory =
        resize.memory().withResizingTo(resize.nodes() > present ? resize.nodes() : 0);
    List<Reason> reasons = new ArrayList<>();
    if (resize.nodes() == 1 && present == 1) {
      reasons.add(
          ONE_NODE.because(
              "nodes.max", "there is one node, and nothing to choose where one holds all"));
      reasons.addAll(resize.reasons());
      return new Verdict.Hold(reasons, memory);
    }
    Census census = Census.of(now, configuration);
    Placement placed =
        placement.place(census.groups(), census.idle(), now.topology().nodes(), resize.nodes());
    reasons.addAll(resize.reasons());
    reasons.addAll(placed.reasons());
    Map<TableId, ByteSize> blockSizes = setBlockSizes ? census.blockSizes() : Map.of();
    return new Verdict.Retarget(
        Layout.of(placed.nodes(), placed.removed(), blockSizes), reasons, memory);
  }
}
