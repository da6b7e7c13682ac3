package io.proteus.core.port;

/**
 * The setting that has the claim of a cluster kept in a place of its own.
 *
 * @param key in full, as {@code cloud.lease}
 * @param value the name of the place, as it was written
 */
public record ClaimSetting(String key, String value) {}
