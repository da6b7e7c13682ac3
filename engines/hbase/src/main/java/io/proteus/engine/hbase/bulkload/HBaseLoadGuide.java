package io.proteus.engine.hbase.bulkload;

import io.proteus.core.bulkload.LoadRules;
import io.proteus.core.bulkload.LoadTarget;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.port.BulkLoadGuide;
import io.proteus.core.units.ByteSize;
import java.util.List;
import java.util.Optional;

/**
 * HConfig's and PCM's rules for loading HBase in bulk.
 *
 * @param hconfig HConfig's constants
 */
public record HBaseLoadGuide(HConfigSettings hconfig) implements BulkLoadGuide {

  @Override
  public List<LoadRules> rules() {
    return List.of(new HConfigRules(HConfigRules.WHOLE, hconfig), new PcmBulkLoadRules());
  }

  /** The default of HBase. */
  @Override
  public MemorySplit usualMemory() {
    return MemorySplit.of(0.40, 0.40);
  }

  /** HCF-3 "heap from the node's memory", PCM-2 half to three quarters of it. */
  @Override
  public Optional<String> heapRemark(LoadTarget target, ByteSize nodeMemory) {
    ByteSize heap = target.heap();
    ByteSize least = ByteSize.ofBytes(nodeMemory.bytes() / 2);
    ByteSize most = ByteSize.ofBytes(nodeMemory.bytes() / 4 * 3);
    if (heap.compareTo(least) >= 0 && heap.compareTo(most) <= 0) {
      return Optional.empty();
    }
    return Optional.of(
        "The heap is %s, and half to three quarters of %s, %s to %s, is recommended (HCF-3, PCM-2). It takes a restart; plan again after it, as a larger heap with the same flush size loses 20-30 %%."
            .formatted(heap, nodeMemory, least, most));
  }
}
