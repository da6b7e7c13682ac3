package io.proteus.simulator.fault;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.time.Duration;

/** A share of the calls to the store fails. */
@Section("that share of the calls to the store fails")
public record StoreErrors(
    @Key(doc = "when it begins", zero = true) Duration at,
    @Key(doc = "how long it lasts") Duration lasts,
    @Key(doc = "share of the calls", unit = "share") double share)
    implements LastingFault {
  @Override
  public double strength() {
    return share;
  }
}
