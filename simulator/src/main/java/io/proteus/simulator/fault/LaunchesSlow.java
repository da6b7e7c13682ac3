package io.proteus.simulator.fault;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.time.Duration;

/** Machines take so many times as long to boot. */
@Section("machines boot so many times as slowly")
public record LaunchesSlow(
    @Key(doc = "when it begins", zero = true) Duration at,
    @Key(doc = "how long it lasts") Duration lasts,
    @Key(doc = "how many times as long", range = "over 0") double times)
    implements LastingFault {
  @Override
  public double strength() {
    return times;
  }

  @Override
  public double bootTimes() {
    return times;
  }
}
