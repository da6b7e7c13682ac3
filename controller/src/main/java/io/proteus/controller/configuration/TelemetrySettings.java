package io.proteus.controller.configuration;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.net.URI;
import java.util.Optional;

/**
 * Where traces go.
 *
 * @param traces of a collector that takes OTLP over HTTP; empty: nothing is traced
 */
@Section("Traces of plans and their steps, for OpenTelemetry.")
public record TelemetrySettings(
    @Key(
            doc = "a collector that takes OTLP over HTTP; without it nothing is traced",
            example = "http://localhost:4318/v1/traces")
        Optional<URI> traces) {}
