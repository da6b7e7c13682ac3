package io.proteus.controller.configuration;

import io.proteus.controller.policy.PolicyReviewer;
import io.proteus.controller.policy.PolicySettings;
import io.proteus.controller.policy.PolicyTuning;
import io.proteus.core.decision.HeapDivision;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.decision.Proposals;
import io.proteus.core.decision.Proposer;
import io.proteus.core.decision.SettingsByPolicy;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.configuration.KeepConfiguration;
import io.proteus.core.strategy.placement.MetPlacement;
import io.proteus.core.strategy.placement.Spread;
import io.proteus.core.strategy.scaling.ForecastScaling;
import io.proteus.core.strategy.scaling.KeepNodes;
import io.proteus.core.strategy.scaling.LimitedScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.MdpScaling;
import io.proteus.core.strategy.scaling.ReconfiguringScaling;
import io.proteus.core.strategy.scaling.ReconfiguringScaling.Reconfiguring;
import io.proteus.core.strategy.scaling.ScalingPolicy;
import io.proteus.core.strategy.scaling.TargetTracking;
import io.proteus.core.strategy.scaling.ThresholdScaling;
import io.proteus.core.workload.AccessClass;
import java.util.Optional;

/**
 * Which policy answers which question, and each as it is configured.
 *
 * @param scaling how many nodes: keep, met, threshold, mdp, target or forecast
 * @param configuration met, keep for nodes that stay as they are, heap, or policies
 * @param limitMet whether the limits hold for MeT's own scaling too, instead of its own window
 * @param reconfiguring when nodes are configured by use that another policy counts
 * @param tuningSettings how policies are configured, used or not
 * @param tuning how tables and nodes are set; empty where not by policies
 */
public record StrategySettings(
    String scaling,
    String configuration,
    Limits limits,
    boolean limitMet,
    Reconfiguring reconfiguring,
    ThresholdScaling threshold,
    TargetTracking target,
    MdpScaling mdp,
    ForecastScaling forecast,
    Spread spread,
    PolicySettings tuningSettings,
    Optional<PolicyReviewer> tuning) {

  /** The whole strategy. */
  public Strategy strategy(MetSettings met) {
    PolicyStrategy policies = policies(met);
    Optional<Proposer> settings =
        configuration.equals("heap")
            ? Optional.of(new HeapDivision(met.planner().heapRoom(), reconfiguring.firstBelow()))
            : tuning.map(reviewer -> new SettingsByPolicy(new PolicyTuning(reviewer)));
    return Proposals.of(policies, settings);
  }

  /** How many nodes, how configured, holding what; without what policies set. */
  public PolicyStrategy policies(MetSettings met) {
    ScalingPolicy limited = limited(met);
    if (!configuration.equals("met")) {
      ScalingPolicy counting = configuration.equals("heap") ? configuring(limited) : limited;
      return new PolicyStrategy(counting, KeepConfiguration.hbase(), spread, false);
    }
    return new PolicyStrategy(
        configuring(limited),
        met.profiles(),
        new MetPlacement(met.profiles().profileOf(AccessClass.READ_WRITE)),
        met.setBlockSizes());
  }

  /** MeT's own scaling says by itself when nodes are configured. */
  private ScalingPolicy configuring(ScalingPolicy limited) {
    return scaling.equals("met") ? limited : new ReconfiguringScaling(limited, reconfiguring);
  }

  private ScalingPolicy limited(MetSettings met) {
    return switch (scaling) {
      case "keep" -> new KeepNodes();
      case "met" ->
          // it counts its decisions itself
          limitMet
              ? new LimitedScaling(met.scaling(), limits.withShrinkDecisions(1))
              : met.steady();
      case "threshold" -> new LimitedScaling(threshold, limits);
      case "target" -> new LimitedScaling(target, limits);
      case "mdp" -> new LimitedScaling(mdp, limits);
      case "forecast" -> new LimitedScaling(forecast, limits);
      default -> throw new IllegalStateException(scaling);
    };
  }
}
