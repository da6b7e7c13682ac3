package io.proteus.core.decision;

import io.proteus.core.fixture.Figures;
import io.proteus.core.plan.HeapRoom;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Strategy;
import io.proteus.core.strategy.configuration.KeepConfiguration;
import io.proteus.core.strategy.configuration.SettingsChoice;
import io.proteus.core.strategy.placement.Even;
import io.proteus.core.strategy.placement.Spread;
import io.proteus.core.strategy.scaling.KeepNodes;
import io.proteus.core.strategy.scaling.LimitedScaling;
import io.proteus.core.strategy.scaling.Limits;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.strategy.scaling.ScalingPolicy;
import io.proteus.core.strategy.scaling.ThresholdScaling;
import io.proteus.core.units.Ratio;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The strategies of the corpus. */
final class CorpusStrategies {
  private CorpusStrategies() {}

  static Map<String, Strategy> all(
      NodeBounds bounds, Function<Situation, SettingsChoice> settings) {
    ScalingPolicy threshold = new LimitedScaling(ThresholdScaling.paper(), Limits.within(bounds));
    return Map.of(
        "met", PolicyStrategy.met(),
        "counting", PolicyStrategy.counting(threshold),
        "spread", spread(new KeepNodes()),
        "heap",
            Proposals.of(
                spread(threshold),
                Optional.of(new HeapDivision(Figures.MEMORY, HeapRoom.usual(), 1.5))),
        "policies",
            Proposals.of(
                spread(threshold),
                Optional.of(new SettingsByPolicy((now, atOnce) -> settings.apply(now)))));
  }

  private static PolicyStrategy spread(ScalingPolicy scaling) {
    return new PolicyStrategy(
        scaling, KeepConfiguration.usual(), new Spread(Even.DATA, Ratio.of(0.1)), false);
  }
}
