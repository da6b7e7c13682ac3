package io.proteus.simulator.fault;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.time.Duration;

/** All counters stand still. */
@Section("all counters stand still")
public record MetricsStale(
    @Key(doc = "when it begins", zero = true) Duration at,
    @Key(doc = "how long it lasts") Duration lasts)
    implements LastingFault {}
