package io.proteus.simulator.model;

import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;

/**
 * What a node runs on.
 *
 * @param cores of CPU, 0.05 or more; fractions are caps
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
public record Hardware(
    double cores,
    double coreSpeed,
    ByteSize heap,
    int handlers,
    boolean oneStreamAFile,
    double pageCacheShare,
    double diskReadsPerSecond,
    double diskBytesPerSecond,
    double networkBytesPerSecond) {

  public Hardware {
    if (!(cores >= 0.05)
        || !(coreSpeed > 0)
        || heap.bytes() <= 0
        || handlers < 1
        || !(pageCacheShare >= 0 && pageCacheShare <= 1)
        || !(diskReadsPerSecond > 0)
        || !(diskBytesPerSecond > 0)
        || !(networkBytesPerSecond > 0)) {
      throw new InvalidValue(
          "hardware: want cores of 0.05 or more, a page cache share of 0 to 1, and all else over 0, got %s, %s, %s, %s, %s, %s, %s, %s."
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
