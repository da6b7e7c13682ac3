package io.proteus.controller.json;

import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.Known;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.core.units.Ratio;
import java.util.Collections;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * A node in a {@link SavedObservation}: what it is and what it did, smoothed. Null is "not known".
 *
 * @param memory none where the store divides none
 * @param memoryOnline false when left out
 * @param shrinksOnline as {@code memoryOnline} when left out
 * @param pinned true when left out
 * @param settings what it was started with, of what was asked for
 * @param effects when a changed setting is in effect; by a restart when left out
 * @param memoryUsed share of the host's memory
 */
record SavedNode(
    @Required NodeId id,
    @Nullable String incarnation,
    @Nullable Known<MemorySplit> memory,
    @Nullable Boolean memoryOnline,
    @Nullable Boolean shrinksOnline,
    @Nullable Boolean pinned,
    @Nullable SortedMap<String, String> settings,
    @Nullable SortedMap<String, Effect> effects,
    @Nullable Ratio cpu,
    @Nullable Ratio ioWait,
    @Nullable Ratio memoryUsed,
    @Nullable OperationsPerSecond requestsPerSecond,
    @Nullable Ratio cacheHitRatio,
    @Nullable Long queued,
    @Nullable ByteSize heapUsedBytes,
    @Nullable ByteSize heapMaxBytes,
    @Nullable ByteSize heapKeptBytes,
    @Nullable ByteSize cacheUsedBytes,
    @Nullable Ratio locality,
    @Nullable Double latencyMs,
    @Nullable Double p99Ms) {

  private static final NodeLoad UNKNOWN =
      new NodeLoad(HostLoad.UNKNOWN, null, null, null, null, null, null, null);

  static SavedNode of(Node node, @Nullable NodeLoad known) {
    NodeLoad load = known == null ? UNKNOWN : known;
    return new SavedNode(
        node.id(),
        node.incarnation(),
        node.split(),
        node.memoryOnline(),
        node.shrinksOnline(),
        node.pinned() ? null : false,
        node.settings(),
        node.effects().isEmpty() ? null : node.effects(),
        load.host().cpu(),
        load.host().ioWait(),
        load.host().memory(),
        load.requests(),
        load.cacheHitRatio(),
        load.queued(),
        load.heapUsed(),
        load.heapMax(),
        load.heapKept(),
        load.cacheUsed(),
        load.locality(),
        load.latencyMs(),
        load.p99Ms());
  }

  Node node() {
    boolean online = memoryOnline != null && memoryOnline;
    return new Node(
        id,
        incarnation == null ? "unknown" : incarnation,
        memory == null ? Known.read(null) : memory,
        online,
        shrinksOnline == null ? online : shrinksOnline,
        settings,
        pinned == null || pinned,
        effects == null ? Collections.emptySortedMap() : effects);
  }

  NodeLoad load() {
    return new NodeLoad(
        new HostLoad(cpu, ioWait, memoryUsed),
        requestsPerSecond,
        cacheHitRatio,
        queued,
        heapUsedBytes,
        heapMaxBytes,
        heapKeptBytes,
        cacheUsedBytes,
        locality,
        latencyMs,
        p99Ms);
  }
}
