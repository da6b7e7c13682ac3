package io.proteus.lab.growth;

import org.jspecify.annotations.Nullable;

/**
 * The record of a growth (TIR-8), in seconds.
 *
 * @param configured mean of the servers that came: until their settings were written
 * @param booted until their processes answered
 * @param joined until the master knew them
 * @param moves of partitions
 * @param requestsRebalanced until each server had as many
 * @param dataRebalanced until all files were written anew, under load; null while they are not
 * @param meanwhilePerSecond what clients had in that time
 */
record Grown(
    int from,
    int to,
    double configured,
    double booted,
    double joined,
    int moves,
    double requestsRebalanced,
    @Nullable Double dataRebalanced,
    @Nullable Double meanwhilePerSecond) {

  Grown withData(double seconds, double perSecond) {
    return new Grown(
        from, to, configured, booted, joined, moves, requestsRebalanced, seconds, perSecond);
  }
}
