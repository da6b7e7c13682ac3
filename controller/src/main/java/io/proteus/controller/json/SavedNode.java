package io.proteus.controller.json;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
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
    @JsonPropertyDescription("differs after each restart") @Nullable String incarnation,
    @JsonPropertyDescription(
            "how the heap is divided; null when it is not known, none where the store divides no"
                + " memory")
        @Nullable Known<MemorySplit> memory,
    @JsonPropertyDescription(
            "whether the split can be changed without a restart; false when left out")
        @Nullable Boolean memoryOnline,
    @JsonPropertyDescription(
            "whether its write buffer can be made smaller without a restart, too; as memoryOnline"
                + " when left out")
        @Nullable Boolean shrinksOnline,
    @JsonPropertyDescription(
            "whether it was asked for its split while it ran and keeps to it; true when left out")
        @Nullable Boolean pinned,
    @JsonPropertyDescription(
            "what it was started with, of what was asked for, by the store's own keys")
        @Nullable SortedMap<String, String> settings,
    @JsonPropertyDescription(
            "when a changed setting is in effect, by the store's own keys; by a restart where a key"
                + " is left out")
        @Nullable SortedMap<String, Effect> effects,
    @JsonPropertyDescription("of the CPU that the node may use") @Nullable Ratio cpu,
    @JsonPropertyDescription("of the time, waiting for the disk") @Nullable Ratio ioWait,
    @JsonPropertyDescription("of the host's memory") @Nullable Ratio memoryUsed,
    @Nullable OperationsPerSecond requestsPerSecond,
    @Nullable Ratio cacheHitRatio,
    @JsonPropertyDescription("requests that wait") @Nullable Long queued,
    @Nullable ByteSize heapUsedBytes,
    @Nullable ByteSize heapMaxBytes,
    @JsonPropertyDescription("in use after garbage was last collected")
        @Nullable ByteSize heapKeptBytes,
    @JsonPropertyDescription("of the heap, for what is read") @Nullable ByteSize cacheUsedBytes,
    @JsonPropertyDescription("of the node's data that is stored on its own host")
        @Nullable Ratio locality,
    @JsonPropertyDescription("mean time to an answer, in the node") @Nullable Double latencyMs,
    @JsonPropertyDescription("time within which 99 of 100 requests are answered, in the node")
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
