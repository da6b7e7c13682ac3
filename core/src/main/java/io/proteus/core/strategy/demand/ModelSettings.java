package io.proteus.core.strategy.demand;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.time.Duration;

/**
 * When a layout that the model of service demands finds is worth having.
 *
 * @param leastGain how much more clients have to be answered by it, less its price
 * @param paysWithin the time in which its price has to come back
 */
@Section("When `configuration.policy: model` changes anything.")
public record ModelSettings(
    @Key(
            doc = "by how much more the clients have to be answered, less what the change costs",
            usual = "0.05")
        Ratio leastGain,
    @Key(doc = "the time in which what a change costs has to come back", usual = "10m")
        Duration paysWithin) {
  public ModelSettings {
    if (paysWithin.isZero() || paysWithin.isNegative()) {
      throw new InvalidValue("model.paysWithin: want a time over 0, got %s.".formatted(paysWithin));
    }
  }

  /** The defaults. */
  public static ModelSettings usual() {
    return new ModelSettings(Ratio.of(0.05), Duration.ofMinutes(10));
  }
}
