package io.proteus.simulator.model;

import org.jspecify.annotations.Nullable;

/**
 * Every constant of the capacity model, with its unit and where it comes from; {@code
 * docs/simulator.md} says which were fitted to what. There is a set for the papers' HBase 0.90 on
 * machines of 2011 ({@link #fitted}), and one for each store as measured on this project's own
 * local cluster. Times are for one core of the machine that they were fitted on; hardware scales
 * them.
 *
 * @param readCpuSeconds CPU of a point read that finds its block in the cache
 * @param missCpuSeconds CPU on top for each block that has to be read and checked
 * @param missCpuSecondsPerByte the same, by the size of the block
 * @param writeCpuSeconds CPU of a write, its share of the log included
 * @param scanCpuSeconds CPU of opening a scan
 * @param scanRowCpuSeconds CPU of each row of a scan
 * @param scanStreamSeconds for which a scan that has to read holds the one stream of a store file,
 *     where files have one ({@link Hardware#oneStreamAFile})
 * @param writeVisits how often a write queues for the CPU: when it comes, and when its log is at
 *     the replicas. Matters only where the CPU serves in turn ({@link Hardware#hasQuota})
 * @param missVisits how often whoever misses a block queues for the CPU again, once it is read
 * @param updatedFiles files that have a version of an updated row, on average: what a point read
 *     has to look into, and by how much the stored data exceeds the rows; 1 where updates are taken
 *     as merged at once
 * @param fileCpuSeconds CPU of a point read for each file that it looks into beyond the first
 * @param seekCpuSecondsPerByte CPU of searching a row in a cached block, by the size of the block
 * @param networkSeconds delay of a request and its answer on the wire
 * @param logSyncSeconds delay until the write-ahead log is at its replicas
 * @param remoteCpuSecondsPerByte CPU on top where a missed block is on another host
 * @param replicas copies of what is written, of files and logs; fewer where there are fewer
 *     machines
 * @param flushBytes at which a partition's write buffer is flushed (HBase's default)
 * @param tierFanout how many files of a size are merged into one (HBase: 3 or more)
 * @param mergeCpuSecondsPerByte CPU of flushing or merging a byte
 * @param backgroundDiskShare of the disk that flushes and merges take at most
 * @param compactionBytesPerSecond of a major compaction on an idle disk (MeT, section 6.2: 1 minute
 *     a GB)
 * @param compactionCpuShare of one core that a major compaction takes
 * @param prefetchDelaySeconds from a partition's opening to the first block that is read ahead of
 *     its clients, where the node does so (HBase: hbase.hfile.prefetch.delay, 1 s; the local
 *     cluster's is 0)
 * @param prefetchShare of CPU, disk and network of a node that reading ahead takes at most. Not
 *     measured; taken to be about what a major compaction takes, half a core and 0.4 of a disk. A
 *     block costs the CPU of a miss, which is more than a stream's can be
 * @param moveSeconds in which a partition is closed here and opened there
 * @param restartSeconds from the end of a node to its serving again
 * @param bootSeconds from asking for a machine to having it (TIR-8: 3 minutes)
 * @param joinSeconds from having a machine to a node that serves (TIR-8: 30 s)
 * @param splitSeconds until a memory split that was set online is in effect
 * @param crashSeconds until the store notices that a node is dead and gives its partitions away;
 *     until then it lists the node as alive, with all that it held
 * @param fileBlockBytes of which each has its own copies (HDFS: dfs.blocksize, 128 MB)
 * @param machineGoneSeconds until the file system notices that a machine is gone and makes other
 *     copies of what it had (HDFS: twice dfs.namenode.heartbeat.recheck-interval of 5 min and ten
 *     times dfs.heartbeat.interval of 3 s)
 * @param copyBytesPerSecond that each machine takes of such copies; as of a major compaction, which
 *     reads and writes as much
 * @param coldCode what requests cost a server that was started lately
 * @param endedTakesCopies whether a machine that is ended takes the copies on it with it; the local
 *     cluster's DataNodes live on
 * @param copying of a store that has all its data in memory: nothing is read from disks, flushed or
 *     merged, partitions are served while they are copied, and those of a dead node wait for it;
 *     null for a store in files
 * @param ring of a store whose nodes hold copies of parts of a ring that it places itself; null for
 *     one whose partitions have one node each
 */
public record ModelConstants(
    double readCpuSeconds,
    double missCpuSeconds,
    double missCpuSecondsPerByte,
    double writeCpuSeconds,
    double scanCpuSeconds,
    double scanRowCpuSeconds,
    double scanStreamSeconds,
    double writeVisits,
    double missVisits,
    double updatedFiles,
    double fileCpuSeconds,
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
    double prefetchDelaySeconds,
    double prefetchShare,
    double moveSeconds,
    double restartSeconds,
    double bootSeconds,
    double joinSeconds,
    double splitSeconds,
    double crashSeconds,
    double fileBlockBytes,
    double machineGoneSeconds,
    double copyBytesPerSecond,
    ColdCode coldCode,
    boolean endedTakesCopies,
    @Nullable Copying copying,
    @Nullable RingCosts ring) {

  /**
   * The papers' HBase and machines; see {@code docs/simulator.md}. Code is never cold there: on two
   * cores that lasts seconds, and changes nothing that was fitted.
   */
  public static ModelConstants fitted() {
    return new ModelConstants(
        200e-6,
        52e-6,
        0.2e-9,
        100e-6,
        0.8e-3,
        14e-6,
        60e-3,
        2,
        1,
        1,
        0,
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
        1,
        0.5,
        3,
        30,
        180,
        30,
        2,
        30,
        128.0 * (1 << 20),
        2 * 300 + 10 * 3,
        (1 << 30) / 60.0,
        ColdCode.NONE,
        true,
        null,
        null);
  }

  /**
   * HBase 2.6.4 on a core of the machine of {@code docs/experiments.md}. The CPU of reads, misses,
   * writes and scans and the files of updated rows are fitted to the tenants' rates on the four
   * kinds of servers of (c) at 367,000 rows; see {@code docs/simulator.md}. Cold code takes five
   * times the CPU, as was seen; the 30 CPU seconds are an estimate from how servers got faster in
   * other experiments. Data has one copy there, and what is not said here is as in {@link #fitted}.
   */
  public static ModelConstants hbase26() {
    ModelConstants papers = fitted();
    return new ModelConstants(
        60e-6,
        585e-6,
        2e-9,
        165e-6,
        100e-6,
        3.2e-6,
        papers.scanStreamSeconds,
        papers.writeVisits,
        papers.missVisits,
        1.5,
        40e-6,
        0,
        papers.networkSeconds,
        papers.logSyncSeconds,
        papers.remoteCpuSecondsPerByte,
        1,
        papers.flushBytes,
        papers.tierFanout,
        10e-9,
        papers.backgroundDiskShare,
        papers.compactionBytesPerSecond,
        papers.compactionCpuShare,
        0,
        papers.prefetchShare,
        papers.moveSeconds,
        papers.restartSeconds,
        papers.bootSeconds,
        papers.joinSeconds,
        papers.splitSeconds,
        papers.crashSeconds,
        papers.fileBlockBytes,
        papers.machineGoneSeconds,
        papers.copyBytesPerSecond,
        new ColdCode(5, 30, Double.POSITIVE_INFINITY),
        false,
        null,
        null);
  }

  /**
   * Redis 7.0 on a core of the machine of {@code docs/experiments.md}. The CPU of a request is
   * fitted to what three shards of 0.05 of a core answered ({@code experiment redis-resizes}): 21.2
   * microseconds, where {@code INFO} tells 16 to 18 of a server without a cap. What a copied key
   * costs both main threads was measured with {@code MIGRATE} in batches of 100 keys of 100 to
   * 10,000 bytes; 0.2 s for 64 slots and 20 MB a second are of {@code experiment redis-rebalance}.
   * Full main threads made it 0.4 to 1 s, to which {@code leastIdle} is fitted.
   */
  public static ModelConstants redis7() {
    ModelConstants papers = fitted();
    return new ModelConstants(
        21.2e-6,
        0,
        0,
        21.2e-6,
        21.2e-6,
        1e-6,
        0,
        1,
        0,
        1,
        0,
        0,
        50e-6,
        0,
        0,
        1,
        papers.flushBytes,
        papers.tierFanout,
        0,
        0,
        papers.compactionBytesPerSecond,
        0,
        0,
        papers.prefetchShare,
        0.2,
        5,
        papers.bootSeconds,
        2,
        0,
        15,
        papers.fileBlockBytes,
        papers.machineGoneSeconds,
        papers.copyBytesPerSecond,
        ColdCode.NONE,
        false,
        new Copying(0.2, 20e6, 10e-6, 8.5e-9, 4e-6, 3e-9, 0.4),
        null);
  }

  /**
   * Cassandra 5.0 on a core of the machine of {@code docs/experiments.md}. The CPU of a request is
   * fitted to what three nodes with three copies took: 1,066 microseconds a read at QUORUM, 734 at
   * ONE, 968 a write. Scans are of {@code experiment cassandra-policies}. One node that joined gave
   * the CPU of streams and cleanups, and how fast a cleanup is. A node sends 24 MiB a second, which
   * is Cassandra's default. Joining took 47 s without data; 38 s until a leaver begins to stream
   * and 20 s until a dead node is noticed are assumed.
   */
  public static ModelConstants cassandra5() {
    return onRing(
        15, 20, new RingCosts(402e-6, 47, 38, 0, 24.0 * (1 << 20), 24e-9, 20e-9, 0.5, 24e6, 12e-9));
  }

  /**
   * Riak KV 3.2. Its times are fitted to a recorded node that left: 225 MB were gone after 37 s,
   * and nothing waited to be handed off after 142 s. The CPU of requests and hand-offs was not
   * recorded and is assumed to be Cassandra's. That a dead node is noticed at once was recorded.
   */
  public static ModelConstants riak32() {
    return onRing(5, 1, new RingCosts(402e-6, 10, 0, 105, 6e6, 24e-9, 20e-9, 0.5, 0, 0));
  }

  /**
   * A store in files on a ring, with Cassandra's CPU of requests. A block that is not in memory is
   * assumed to cost a tenth of a millisecond, and merges what they cost {@link #hbase26}.
   *
   * @param start seconds from the start of a process until it answers
   * @param noticed seconds until the others notice that one is dead
   */
  private static ModelConstants onRing(double start, double noticed, RingCosts costs) {
    ModelConstants papers = fitted();
    ModelConstants measured = hbase26();
    return new ModelConstants(
        332e-6,
        100e-6,
        0,
        189e-6,
        2e-3,
        11e-6,
        0,
        1,
        1,
        1,
        0,
        0,
        papers.networkSeconds,
        0,
        0,
        1,
        papers.flushBytes,
        4,
        measured.mergeCpuSecondsPerByte,
        papers.backgroundDiskShare,
        papers.compactionBytesPerSecond,
        0,
        0,
        papers.prefetchShare,
        0,
        start,
        papers.bootSeconds,
        start,
        0,
        noticed,
        papers.fileBlockBytes,
        papers.machineGoneSeconds,
        papers.copyBytesPerSecond,
        ColdCode.NONE,
        true,
        null,
        costs);
  }

  /** Whether the store has all its data in memory. */
  public boolean isInMemory() {
    return copying != null;
  }

  /** The same where what is on a machine is copied elsewhere before it ends. */
  public ModelConstants keepingCopies() {
    return with(flushBytes, tierFanout, coldCode, false);
  }

  /** With code that is cold for as long as this says. */
  public ModelConstants with(ColdCode other) {
    return with(flushBytes, tierFanout, other, endedTakesCopies);
  }

  /** With other settings of the write buffer and of how files are merged. */
  public ModelConstants flushing(double bytes, double fanout) {
    return with(bytes, fanout, coldCode, endedTakesCopies);
  }

  /** With machines that take as long as this, in seconds. */
  public ModelConstants booting(double boot, double join) {
    return with(flushBytes, tierFanout, coldCode, endedTakesCopies, boot, join);
  }

  private ModelConstants with(double bytes, double fanout, ColdCode code, boolean takesCopies) {
    return with(bytes, fanout, code, takesCopies, bootSeconds, joinSeconds);
  }

  private ModelConstants with(
      double bytes, double fanout, ColdCode code, boolean takesCopies, double boot, double join) {
    return new ModelConstants(
        readCpuSeconds,
        missCpuSeconds,
        missCpuSecondsPerByte,
        writeCpuSeconds,
        scanCpuSeconds,
        scanRowCpuSeconds,
        scanStreamSeconds,
        writeVisits,
        missVisits,
        updatedFiles,
        fileCpuSeconds,
        seekCpuSecondsPerByte,
        networkSeconds,
        logSyncSeconds,
        remoteCpuSecondsPerByte,
        replicas,
        bytes,
        fanout,
        mergeCpuSecondsPerByte,
        backgroundDiskShare,
        compactionBytesPerSecond,
        compactionCpuShare,
        prefetchDelaySeconds,
        prefetchShare,
        moveSeconds,
        restartSeconds,
        boot,
        join,
        splitSeconds,
        crashSeconds,
        fileBlockBytes,
        machineGoneSeconds,
        copyBytesPerSecond,
        code,
        takesCopies,
        copying,
        ring);
  }
}
