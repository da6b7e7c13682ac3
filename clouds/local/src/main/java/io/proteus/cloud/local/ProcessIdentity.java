package io.proteus.cloud.local;

/**
 * Identifies one process, and never a later one with the same number.
 *
 * @param pid its number
 * @param startTicks when it started, in clock ticks since boot ({@code /proc/PID/stat}, field 22)
 * @param bootId of the boot in which it started ({@code /proc/sys/kernel/random/boot_id})
 */
public record ProcessIdentity(long pid, long startTicks, String bootId) {}
