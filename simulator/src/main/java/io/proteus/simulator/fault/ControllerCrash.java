package io.proteus.simulator.fault;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.time.Duration;

/** Proteus is killed, between any two of its next calls, and started again 5 s later. */
@Section(
    "Proteus is killed, before any of its next twelve calls to the store, the cloud or the journal,"
        + " and started again 5 s later")
public record ControllerCrash(@Key(doc = "when it begins", zero = true) Duration at)
    implements Fault {
  @Override
  public void strike(FaultTarget target) {
    target.killController();
  }
}
