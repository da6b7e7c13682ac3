package io.proteus.engine.hbase.bulkload;

import io.proteus.core.bulkload.LoadRoute;
import io.proteus.core.bulkload.LoadRules.Load;
import io.proteus.core.bulkload.LoadTarget;
import io.proteus.core.bulkload.Proposal;
import io.proteus.core.units.ByteSize;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;

/** The remarks of both rule books on a load. */
final class LoadRemarks {
  /** Above this size, moving and merging a region takes long. */
  private static final ByteSize LARGE_PARTITION = new ByteSize(50L << 30);

  private LoadRemarks() {}

  static List<Sentence> of(Load load, List<Proposal> proposals) {
    List<Sentence> remarks = new ArrayList<>();
    LoadTarget target = load.target();
    ByteSize data = load.request().data();
    boolean puts = load.route() == LoadRoute.PUTS;
    if (puts && load.isBeyondMemory()) {
      remarks.add(
          Sentence.of(
              "%s is more than the %s of all heaps: what is written is flushed, merged and merged"
                  + " again. Where the rows lie in files already, --by files spares log, memory and"
                  + " merging.",
              data, target.allHeaps()));
    }
    double largest = data.bytes() * load.splits().expectedLargest().value();
    if (largest > LARGE_PARTITION.bytes()) {
      remarks.add(
          Sentence.of(
              "The largest region gets %s, which takes long to move and to merge: more regions"
                  + " (--partitions-per-node) make it less.",
              ByteSize.ofBytes((long) largest)));
    }
    if (puts && !target.memoryOnline()) {
      remarks.add(
          Sentence.of(
              "The RegionServers' heap stays divided as it is (%s), and the rules would give writes"
                  + " more of it.",
              target.memory()));
    }
    if (puts
        && load.inPlace()
        && proposals.stream().noneMatch(one -> one.setting() == TableSetting.FLUSH_SIZE)) {
      remarks.add(
          Sentence.of(
              "The table's flush size stays as it is: the {%,d partitions} that a RegionServer of"
                  + " %s heap gets leave too little to each for another. They are flushed early, as"
                  + " many small files; more heap or more RegionServers make it less.",
              load.partitionsPerNode(), target.heap()));
    }
    return remarks;
  }
}
