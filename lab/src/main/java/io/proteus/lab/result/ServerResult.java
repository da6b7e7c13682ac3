package io.proteus.lab.result;

import org.jspecify.annotations.Nullable;

/**
 * One server over a window. What was not measured is null, never zero.
 *
 * @param server its name
 * @param profile which configuration it had: {@code one configuration}, {@code read} ...
 * @param cacheShare block cache, share of the heap
 * @param memstoreShare upper limit of all memstores, share of the heap
 * @param partitions how many it served
 * @param cacheHitRatio block cache hits of all look-ups, 0..1
 * @param cores mean number of cores that it used
 */
public record ServerResult(
    String server,
    String profile,
    @Nullable Double cacheShare,
    @Nullable Double memstoreShare,
    @Nullable Integer partitions,
    @Nullable Double cacheHitRatio,
    @Nullable Double cores) {}
