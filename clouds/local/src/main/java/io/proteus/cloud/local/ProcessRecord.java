package io.proteus.cloud.local;

import org.jspecify.annotations.Nullable;

/**
 * The registry's record of a process.
 *
 * @param identity null from just before the start until the process is known: if Proteus is killed
 *     in between, the process is found by its marker
 * @param log absolute path
 */
public record ProcessRecord(
    String name, @Nullable ProcessIdentity identity, String log, String capGroup) {}
