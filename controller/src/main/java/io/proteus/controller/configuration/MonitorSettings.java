package io.proteus.controller.configuration;

import io.proteus.core.history.Smoothing;
import java.time.Duration;

/**
 * How the cluster is watched (MET-1, MET-3).
 *
 * @param period from sample to sample
 * @param samples behind a decision
 * @param smoothing of what was sampled
 */
public record MonitorSettings(Duration period, int samples, Smoothing smoothing) {}
