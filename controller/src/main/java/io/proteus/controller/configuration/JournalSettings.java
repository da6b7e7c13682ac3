package io.proteus.controller.configuration;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Where the journal is, and how long it is kept.
 *
 * @param file absolute
 * @param keep how long
 * @param keepAudit how long the audit log is
 */
@Section("Where what Proteus saw and did is kept.")
public record JournalSettings(
    @Key(
            doc = "what Proteus saw and did; relative to this file",
            usual = "proteus-data/<cluster.name>/journal.db")
        Path file,
    @Key(doc = "how long it is kept", usual = "30d") Duration keep,
    @Key(
            doc = "how long its audit log is kept; what is dropped leaves its last hash behind",
            usual = "400d")
        Duration keepAudit) {}
