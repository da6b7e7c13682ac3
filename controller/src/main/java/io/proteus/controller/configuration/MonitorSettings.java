package io.proteus.controller.configuration;

import io.proteus.core.history.Smoothing;
import io.proteus.core.setting.Inline;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.time.Duration;

/**
 * How the cluster is watched (MET-1, MET-3).
 *
 * @param period from sample to sample
 * @param samples behind a decision
 * @param smoothing of what was sampled
 */
@Section("How the cluster is watched.")
public record MonitorSettings(
    @Key(doc = "from sample to sample (MET-1)", usual = "30s") Duration period,
    @Key(doc = "samples behind a decision (MET-3)", usual = "6") int samples,
    @Inline Smoothing smoothing) {}
