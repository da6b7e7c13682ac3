package io.proteus.simulator.fault;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.time.Duration;

/** The cloud refuses to start machines. */
@Section("the cloud has no machine to give")
public record LaunchesFail(
    @Key(doc = "when it begins", zero = true) Duration at,
    @Key(doc = "how long it lasts") Duration lasts)
    implements LastingFault {}
