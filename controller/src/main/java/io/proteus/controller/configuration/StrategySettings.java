package io.proteus.controller.configuration;

import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.strategy.configuration.KeepConfiguration;
import io.proteus.core.strategy.placement.MetPlacement;
import io.proteus.core.strategy.placement.Spread;
import io.proteus.core.strategy.scaling.ForecastScaling;
import io.proteus.core.strategy.scaling.LimitedScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.MdpScaling;
import io.proteus.core.strategy.scaling.ReconfiguringScaling;
import io.proteus.core.strategy.scaling.ScalingPolicy;
import io.proteus.core.strategy.scaling.TargetTracking;
import io.proteus.core.strategy.scaling.ThresholdScaling;
import io.proteus.core.workload.AccessClass;

/**
 * Which policy answers which question, and each as it is configured.
 *
 * @param scaling how many nodes: met, threshold, mdp, target or forecast
 * @param configuration met, or keep for nodes that stay as they are
 * @param limitMet whether the limits hold for MeT's own scaling too, instead of its own window
 */
public record StrategySettings(
    String scaling,
    String configuration,
    Limits limits,
    boolean limitMet,
    ThresholdScaling threshold,
    TargetTracking target,
    MdpScaling mdp,
    ForecastScaling forecast,
    Spread spread) {

  /** The three answers together. */
  public PolicyStrategy policies(MetSettings met) {
    ScalingPolicy limited = limited(met);
    if (configuration.equals("keep")) {
      return new PolicyStrategy(limited, KeepConfiguration.hbase(), spread, false);
    }
    return new PolicyStrategy(
        scaling.equals("met") ? limited : new ReconfiguringScaling(limited),
        met.profiles(),
        new MetPlacement(met.profiles().profileOf(AccessClass.READ_WRITE)),
        met.setBlockSizes());
  }

  private ScalingPolicy limited(MetSettings met) {
    return switch (scaling) {
      case "met" -> limitMet ? new LimitedScaling(met.scaling(), limits) : met.steady();
      case "threshold" -> new LimitedScaling(threshold, limits);
      case "target" -> new LimitedScaling(target, limits);
      case "mdp" -> new LimitedScaling(mdp, limits);
      case "forecast" -> new LimitedScaling(forecast, limits);
      default -> throw new IllegalStateException(scaling);
    };
  }
}
