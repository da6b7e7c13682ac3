package io.proteus.simulator.model;

/**
 * Every constant of the capacity model, with its unit and where it comes from; {@code
 * docs/simulator.md} says which were fitted to what. Times are for one core of the reference
 * machine (an i3 at 3.1 GHz as in MeT's paper); hardware scales them.
 *
 * @param readCpuSeconds CPU of a point read that finds its block in the cache
 * @param missCpuSeconds CPU on top for each block that has to be read and checked
 * @param missCpuSecondsPerByte the same, by the size of the block
 * @param writeCpuSeconds CPU of a write, its share of the log included
 * @param scanCpuSeconds CPU of opening a scan
 * @param scanRowCpuSeconds CPU of each row of a scan
 * @param scanStreamSeconds for which a scan that has to read holds the one stream of a store file,
 *     where files have one ({@link Hardware#oneStreamAFile})
 * @param seekCpuSecondsPerByte CPU of searching a row in a cached block, by the size of the block
 * @param networkSeconds delay of a request and its answer on the wire
 * @param logSyncSeconds delay until the write-ahead log is at its replicas
 * @param remoteCpuSecondsPerByte CPU on top where a missed block is on another host
 * @param replicas copies of what is written
 * @param flushBytes at which a partition's write buffer is flushed (HBase's default)
 * @param tierFanout how many files of a size are merged into one (HBase: 3 or more)
 * @param mergeCpuSecondsPerByte CPU of flushing or merging a byte
 * @param backgroundDiskShare of the disk that flushes and merges take at most
 * @param compactionBytesPerSecond of a major compaction on an idle disk (MeT, section 6.2: 1 minute
 *     a GB)
 * @param compactionCpuShare of one core that a major compaction takes
 * @param moveSeconds in which a partition is closed here and opened there
 * @param restartSeconds from the end of a node to its serving again
 * @param bootSeconds from asking for a machine to having it (TIR-8: 3 minutes)
 * @param joinSeconds from having a machine to a node that serves (TIR-8: 30 s)
 * @param splitSeconds until a memory split that was set online is in effect
 * @param crashSeconds until the store notices that a node is dead and gives its partitions away
 */
public record ModelConstants(
    double readCpuSeconds,
    double missCpuSeconds,
    double missCpuSecondsPerByte,
    double writeCpuSeconds,
    double scanCpuSeconds,
    double scanRowCpuSeconds,
    double scanStreamSeconds,
    double seekCpuSecondsPerByte,
    double networkSeconds,
    double logSyncSeconds,
    double remoteCpuSecondsPerByte,
    int replicas,
    double flushBytes,
    double tierFanout,
    double mergeCpuSecondsPerByte,
    double backgroundDiskShare,
    double compactionBytesPerSecond,
    double compactionCpuShare,
    double moveSeconds,
    double restartSeconds,
    double bootSeconds,
    double joinSeconds,
    double splitSeconds,
    double crashSeconds) {

  /** As fitted; see {@code docs/simulator.md}. */
  public static ModelConstants fitted() {
    return new ModelConstants(
        200e-6,
        52e-6,
        0.2e-9,
        100e-6,
        0.8e-3,
        14e-6,
        60e-3,
        0.3e-9,
        0.4e-3,
        0.5e-3,
        5e-9,
        2,
        128.0 * (1 << 20),
        3,
        25e-9,
        0.7,
        (1 << 30) / 60.0,
        0.5,
        3,
        30,
        180,
        30,
        2,
        30);
  }
}
