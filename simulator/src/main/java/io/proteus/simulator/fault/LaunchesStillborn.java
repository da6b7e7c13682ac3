package io.proteus.simulator.fault;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.time.Duration;

/** Machines start and are paid for, and the store never hears of the process on them. */
@Section("machines start and are paid for, and the process on them never comes up")
public record LaunchesStillborn(
    @Key(doc = "when it begins", zero = true) Duration at,
    @Key(doc = "how long it lasts") Duration lasts)
    implements LastingFault {}
