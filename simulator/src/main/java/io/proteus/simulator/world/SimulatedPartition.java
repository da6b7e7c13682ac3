package io.proteus.simulator.world;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import org.jspecify.annotations.Nullable;

/** A partition of the simulated store: where it is, what of it is cached, what it has served. */
final class SimulatedPartition {
  final PartitionId id;
  final TableId table;

  /** Its tenant, by its place in the scenario. */
  final int tenant;

  /** Which of the tenant's shares it gets. */
  final int place;

  /** How much of that share: less than 1 after a split. */
  double shareOfPlace;

  double bytes;

  /** Where all that was written to it is. */
  final PartitionFiles files = new PartitionFiles();

  @Nullable NodeId node;
  @Nullable NodeId openingOn;
  double opensAt;
  double unservedSince;

  /** Share of its data on its node's own disk. */
  double locality = 1;

  /** When its files were last written as a whole, seconds. */
  double writtenAt;

  /** Size of the blocks that its files are written in. */
  double blockBytes;

  /** Share of its hot and its other data that is in its node's cache. */
  double hotHeld;

  double coldHeld;

  /** Whether its node reads its files into the cache as it opens them, those of merges included. */
  boolean prefetched;

  /** Share of its files that is still to be passed by that, what is cached already included. */
  double unread;

  /** When that begins, seconds. */
  double readsAheadFrom;

  /** Bytes a second that are read ahead now. */
  double aheadBytesPerSecond;

  /** Bytes of it that merges write anew, a second. */
  double rewriting;

  double reads;
  double scans;
  double writes;

  /** Bytes that a major compaction still has to write; 0: none is under way. */
  double toCompact;

  /** Requests that wait for it, one a client, while nobody serves it. */
  double waiting;

  /** How long they have waited, together, in seconds. */
  double waited;

  SimulatedPartition(
      PartitionId id, TableId table, int tenant, int place, double bytes, double blockBytes) {
    this.id = id;
    this.table = table;
    this.tenant = tenant;
    this.place = place;
    this.shareOfPlace = 1;
    this.bytes = bytes;
    this.blockBytes = blockBytes;
  }

  boolean isServed() {
    return node != null && openingOn == null;
  }

  void forgetCache() {
    hotHeld = 0;
    coldHeld = 0;
    prefetched = false;
    unread = 0;
  }

  /** Its node is to read it into its cache. */
  void readAhead(double from) {
    prefetched = true;
    unread = 1;
    readsAheadFrom = from;
  }

  void resetCounters() {
    reads = 0;
    scans = 0;
    writes = 0;
  }
}
