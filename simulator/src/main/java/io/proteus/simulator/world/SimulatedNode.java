package io.proteus.simulator.world;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A node of the simulated store and the machine that it runs on. */
final class SimulatedNode {
  final NodeId id;
  int incarnation = 1;
  MemorySplit memory;
  @Nullable MemorySplit comingMemory;
  double memoryAt;

  /** What it was started with besides. */
  SortedMap<String, String> settings = new TreeMap<>();

  /** When it served first, seconds; nothing written before is on its disk. */
  final double firstUpAt;

  /** When it serves (again), seconds; it is down until then. */
  double upAt;

  /** When it went down last, or its machine was started, seconds. */
  double downSince;

  /** Whether its process is to come up at all. */
  boolean wanted = true;

  /** Whether the store noticed that it was down. */
  boolean knownDead;

  /**
   * When the store will notice that it died, seconds; infinite where there is nothing to notice.
   */
  double noticedAt = Double.POSITIVE_INFINITY;

  /** Whether it served before. */
  boolean served;

  double speed = 1;

  /** Faults that slow it down, each by how much. */
  final Spells timesSlower = new Spells();

  double silentUntil;

  /** Bytes that wait in memory to be written to files. */
  double buffered;

  /**
   * Bytes of its partitions that are in memory and in its log, and in no file, before it flushes.
   */
  double unflushed;

  /** Its write-ahead log; null before it writes. */
  @Nullable FileBlock log;

  /** Share of its writes that has to wait for the disk, as the buffers are full. */
  double stalled;

  /** Bytes that flushes and merges read and write, a second. */
  double merging;

  /** How often a byte is merged after its flush. */
  double tiers;

  /** Of what is written to one partition, when it is flushed. */
  double fileBytes;

  /** Seconds that a request waits for a handler. */
  double handlerWait;

  /** Seconds from a request's arrival to its answer. */
  double latencySeconds;

  /** CPU seconds that its process has spent since it was started; infinite: its code is warm. */
  double cpuSpent;

  /** CPU seconds of the reference machine a second that streams between nodes take. */
  double streamCpu;

  /** Bytes a second that streams between nodes read and write. */
  double streamDisk;

  /**
   * Who ran on its CPU or waited for its disk, on average over the last minute, for each core: a
   * machine's load average, which counts both.
   */
  double loadAverage;

  /** Reads, scans and writes that it coordinated since its start. */
  final double[] coordinated = new double[3];

  double backgroundCpu;
  double backgroundDisk;
  double cpu;
  double disk;
  double requests;
  double hits;
  double misses;

  SimulatedNode(NodeId id, MemorySplit memory, double upAt) {
    this.id = id;
    this.memory = memory;
    this.upAt = upAt;
    this.firstUpAt = upAt;
  }

  /**
   * Bytes of a partition that merges write anew, a second. Each flush of it is merged so often, but
   * no merge writes more than there is: a table of a few rows that are always updated is flushed
   * once in hours, and its block stays in the cache.
   *
   * @param written to the partition, bytes a second
   */
  double rewritten(double written, double bytes) {
    return written * tiers * Math.min(1, bytes / Math.max(1, fileBytes));
  }

  boolean isUp(double now) {
    return wanted && now >= upAt;
  }

  /** Whether its machine was started, and its process will never come up. */
  boolean isStillborn() {
    return !wanted;
  }

  /** Whether it died, and the store takes it for alive still. */
  boolean isUnnoticed() {
    return Double.isFinite(noticedAt);
  }

  /** Whether the store lists it as alive. */
  boolean isListed(double now) {
    return isUp(now) || isUnnoticed();
  }
}
