package io.proteus.testkit;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import org.jspecify.annotations.Nullable;

/** A partition's state; only its cluster changes it. */
final class InMemoryPartition {
  final PartitionId id;
  final TableId table;
  final ByteSize size;
  final KeyRange rows;
  RequestRates rates;
  @Nullable NodeId node;
  Ratio locality = Ratio.ONE;

  private double reads;
  private double scans;
  private double writes;
  private @Nullable NodeId openingOn;
  private @Nullable NodeId strandedOn;
  private int pollsToOpen;
  private boolean compacting;
  private int pollsToCompact;

  InMemoryPartition(
      PartitionId id,
      TableId table,
      NodeId node,
      ByteSize size,
      RequestRates rates,
      KeyRange rows) {
    this.id = id;
    this.table = table;
    this.node = node;
    this.size = size;
    this.rates = rates;
    this.rows = rows;
  }

  boolean inTransition() {
    return openingOn != null;
  }

  /** The node that opens it now; null when it is not in transition. */
  @Nullable NodeId openingOn() {
    return openingOn;
  }

  /** Closes it where it is and opens it elsewhere, or anew. */
  void open(NodeId on, int polls) {
    if (!on.equals(node)) {
      locality = Ratio.ZERO;
    }
    node = null;
    openingOn = on;
    strandedOn = null;
    pollsToOpen = polls;
    compacting = false;
  }

  void compact(int polls) {
    compacting = true;
    pollsToCompact = polls;
  }

  /** Passes one poll; returns the node that has opened it. */
  @Nullable NodeId poll() {
    if (compacting && pollsToCompact-- <= 0) {
      compacting = false;
      locality = Ratio.ONE;
    }
    return openingOn != null && pollsToOpen-- <= 0 ? openingOn : null;
  }

  /** Serves again, and counts from zero. */
  void opened(NodeId on) {
    node = on;
    openingOn = null;
    strandedOn = null;
    reads = 0;
    scans = 0;
    writes = 0;
  }

  /** Its node is gone: nobody serves it until that node is back or another opens it. */
  void strand(NodeId on) {
    node = null;
    openingOn = null;
    compacting = false;
    strandedOn = on;
  }

  void backOn(NodeId returned) {
    if (returned.equals(strandedOn)) {
      opened(returned);
    }
  }

  void serve(double seconds) {
    if (node != null) {
      reads += rates.reads() * seconds;
      scans += rates.scans() * seconds;
      writes += rates.writes() * seconds;
    }
  }

  RequestCounters counters() {
    return new RequestCounters((long) reads, (long) scans, (long) writes);
  }

  Partition seen() {
    return new Partition(id, table, node, size, locality).holding(rows);
  }
}
