package io.proteus.controller.configuration;

import java.nio.file.Path;
import java.time.Duration;

/**
 * Where what Proteus saw and did is kept.
 *
 * @param file absolute
 * @param keep how long
 */
public record JournalSettings(Path file, Duration keep) {}
