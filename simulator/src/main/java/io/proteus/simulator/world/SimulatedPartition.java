package io.proteus.simulator.world;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.simulator.scenario.Tenant;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A partition of the simulated store: where it is, what of it is cached, what it has served. */
final class SimulatedPartition {
  final PartitionId id;
  final TableId table;

  /** Its tenant, by its place in the scenario. */
  final int tenant;

  /** Which rows it holds, in their order: a place of the scenario, until it is split or merged. */
  final List<Slice> slices;

  /** The same as keys, which every look at the cluster asks for; null before the first. */
  @Nullable KeyRange rows;

  double bytes;

  /** Whether it reads the files of those that it came of by a split or a merge. */
  boolean references;

  /** Where all that was written to it is. */
  final PartitionFiles files = new PartitionFiles();

  @Nullable NodeId node;
  @Nullable NodeId openingOn;
  double opensAt;

  /** Whether it is copied to where it goes, and served by its node meanwhile. */
  boolean copied;

  /** Whether it is what one node of a ring has of all keys, beside copies on other nodes. */
  boolean isCopy;

  /**
   * Share of its tenant's reads that come to it, of those that are to it; less than 1 of copies.
   */
  double readPart = 1;

  /** The same of writes. */
  double writePart = 1;

  /** Share of its tenant's requests that its node coordinates; where nobody does, 0. */
  double coordinated;

  /** Shares of a core that the copy takes of its node and of where it goes. */
  double copySourceCpu;

  double copyTargetCpu;

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
      PartitionId id,
      TableId table,
      int tenant,
      List<Slice> slices,
      double bytes,
      double blockBytes) {
    this.id = id;
    this.table = table;
    this.tenant = tenant;
    this.slices = List.copyOf(slices);
    this.bytes = bytes;
    this.blockBytes = blockBytes;
  }

  /** The place that it begins in. */
  int place() {
    return slices.get(0).place();
  }

  /** The share of its tenant's requests that is to it. */
  double share(Tenant asking, Duration at) {
    if (isCopy) {
      return 1; // parts of it say the rest
    }
    if (slices.size() == 1) {
      return slices.get(0).share(asking, at);
    }
    double share = 0;
    for (Slice slice : slices) {
      share += slice.share(asking, at);
    }
    return share;
  }

  /** How many places its rows fill. */
  double length() {
    return slices.stream().mapToDouble(Slice::length).sum();
  }

  /** A part of its rows; both ends as shares of them, 0..1. */
  List<Slice> slicesBetween(double from, double to) {
    List<Slice> part = new ArrayList<>();
    double before = 0;
    for (Slice slice : slices) {
      double low = Math.max(slice.low(), slice.low() + from * length() - before);
      double high = Math.min(slice.high(), slice.low() + to * length() - before);
      if (low < high) {
        part.add(new Slice(slice.place(), low, high));
      }
      before += slice.length();
    }
    return part;
  }

  boolean isServed() {
    return node != null && (openingOn == null || copied);
  }

  void stopCopy() {
    openingOn = null;
    copied = false;
    copySourceCpu = 0;
    copyTargetCpu = 0;
  }

  /** All its data is in its node's memory. */
  void holdAll() {
    hotHeld = 1;
    coldHeld = 1;
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
