package io.proteus.simulator.model;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;

/**
 * What a node runs on.
 *
 * @param cores of CPU, 0.02 or more; fractions are caps
 * @param coreSpeed over the reference machine's
 * @param heap of the node
 * @param handlers requests that a node works on at once (HBase: 30, before 1.0 10)
 * @param oneStreamAFile whether scans that read the same store file take turns, as before HBase
 *     0.94.4 (HBASE-7336)
 * @param pageCacheShare share of the blocks missed by the node that the operating system still has
 *     in memory, 0..1
 * @param diskReadsPerSecond random reads
 * @param diskBytesPerSecond sequential
 * @param networkBytesPerSecond each way
 */
@Section("Of every node: an i3 at 3.1 GHz with two cores, one SATA disk and gigabit Ethernet (MeT)")
public record Hardware(
    @Key(doc = "of CPU; 0.22 is a cap", usual = "2", range = "0.02 or more") double cores,
    @Key(doc = "over an i3 at 3.1 GHz", usual = "1", range = "over 0") double coreSpeed,
    @Key(doc = "of the node", usual = "3GB") ByteSize heap,
    @Key(doc = "requests that a node works on at once; HBase has 30, before 1.0 10", usual = "60")
        int handlers,
    @Key(
            doc = "whether scans that read the same store file take turns, as before HBase 0.94.4",
            usual = "false")
        boolean oneStreamAFile,
    @Key(
            doc = "share of the blocks missed by the node that the operating system has in memory",
            usual = "0.15",
            unit = "share")
        double pageCacheShare,
    @Key(doc = "random reads a second", usual = "120", range = "over 0") double diskReadsPerSecond,
    @Key(doc = "bytes a second, sequential", usual = "90000000", range = "over 0")
        double diskBytesPerSecond,
    @Key(doc = "bytes a second, each way", usual = "115000000", range = "over 0")
        double networkBytesPerSecond) {

  public Hardware {
    if (!(cores >= 0.02)
        || !(coreSpeed > 0)
        || heap.bytes() <= 0
        || handlers < 1
        || !(pageCacheShare >= 0 && pageCacheShare <= 1)
        || !(diskReadsPerSecond > 0)
        || !(diskBytesPerSecond > 0)
        || !(networkBytesPerSecond > 0)) {
      throw new InvalidValue(
          "hardware: want cores of 0.02 or more, a page cache share of 0 to 1, and all else over 0, got %s, %s, %s, %s, %s, %s, %s, %s."
              .formatted(
                  cores,
                  coreSpeed,
                  heap,
                  handlers,
                  pageCacheShare,
                  diskReadsPerSecond,
                  diskBytesPerSecond,
                  networkBytesPerSecond));
    }
  }

  /**
   * Whether it has less than one core, which is a quota: once it is used up nobody runs until the
   * next period, so that a request waits for all the work before it, however little it asks for
   * itself. On cores of its own a node shares them among the requests. (Linux's CFS bandwidth
   * control; its time slices are longer than these requests.)
   */
  public boolean hasQuota() {
    return cores < 1;
  }
}
