package io.proteus.simulator.world;

import io.proteus.simulator.model.Hardware;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.model.RingCosts;
import io.proteus.simulator.scenario.Operations;
import io.proteus.simulator.scenario.Tenant;
import java.util.List;

/** What each class of clients asks of each station in one operation, as things are now. */
final class Demands {
  static final int CPU = 0;
  static final int DISK = 1;
  static final int NETWORK = 2;

  /** Of a node. */
  static final int STATIONS = 3;

  private final Hardware hardware;
  private final ModelConstants constants;
  private final Caches caches;
  private final List<SimulatedNode> nodes;
  private final double coordinatorCpu;

  /** Seconds, by class and station. */
  final double[][] seconds;

  /** How often it comes there, by class and station. */
  final double[][] visits;

  /** Requests, by class and node. */
  final double[][] requests;

  /** Where the stations are that are not a node's. */
  final Streams streams;

  /**
   * @param partitions how many there can be
   */
  Demands(
      Hardware hardware,
      ModelConstants constants,
      Caches caches,
      int classes,
      List<SimulatedNode> nodes,
      int partitions) {
    this.hardware = hardware;
    this.constants = constants;
    this.caches = caches;
    this.nodes = nodes;
    RingCosts ring = constants.ring();
    this.coordinatorCpu = ring == null ? 0 : ring.coordinatorCpuSeconds();
    int most = hardware.oneStreamAFile() ? partitions : 0;
    int stations = nodes.size() * STATIONS;
    this.streams = new Streams(stations, most);
    this.seconds = new double[classes][stations + most];
    this.visits = new double[classes][stations + most];
    this.requests = new double[classes][nodes.size()];
  }

  /**
   * Adds so many requests of an operation, all to one partition of a tenant.
   *
   * @param place its node, by number
   */
  void add(int group, double asked, SimulatedPartition partition, Tenant tenant, int place) {
    SimulatedNode node = nodes.get(place);
    Operations operations = tenant.operations();
    double reads = operations.reads() * partition.readPart;
    double scans = operations.scan() * partition.readPart;
    double writes = operations.writes() * partition.writePart;
    double written = tenant.writtenBytes() * partition.writePart;
    double block = partition.blockBytes;
    double blocks = Caches.scanBlocks(tenant, partition);
    double files = caches.files(tenant);
    double asksFor = caches.blocksAsked(tenant, partition);
    double missed = 1 - Caches.held(tenant, partition);
    double remote = missed * (1 - partition.locality);
    double missCpu =
        constants.missCpuSeconds()
            + block * constants.missCpuSecondsPerByte()
            + block * (1 - partition.locality) * constants.remoteCpuSecondsPerByte();
    double cpu =
        reads
                * (constants.readCpuSeconds()
                    + block * constants.seekCpuSecondsPerByte()
                    + (files - 1) * constants.fileCpuSeconds())
            + scans
                * (constants.scanCpuSeconds() + tenant.scanRows() * constants.scanRowCpuSeconds())
            + asksFor * missed * missCpu
            + writes * constants.writeCpuSeconds()
            + partition.coordinated * operations.requests() * coordinatorCpu;
    double fromDisk = missed * (1 - hardware.pageCacheShare());
    double seek = 1 / hardware.diskReadsPerSecond();
    double disk =
        reads * files * fromDisk * (seek + block / hardware.diskBytesPerSecond())
            + scans * files * fromDisk * (seek + blocks * block / hardware.diskBytesPerSecond());
    double net =
        asksFor * remote * block / hardware.networkBytesPerSecond()
            + written * (constants.replicas() - 1) / hardware.networkBytesPerSecond();
    int station = place * STATIONS;
    double cold = constants.coldCode().factor(node.cpuSpent);
    seconds[group][station + CPU] += asked * cold * cpu / (hardware.coreSpeed() * node.speed);
    readFromDisks(
        group, asked * disk, asked * (reads + scans) * files * fromDisk, partition, place);
    seconds[group][station + DISK] +=
        asked * node.stalled * written * 2 / hardware.diskBytesPerSecond();
    visits[group][station + DISK] += asked * node.stalled * writes;
    seconds[group][station + NETWORK] += asked * net;
    visits[group][station + CPU] +=
        asked
            * (reads
                + scans
                + writes * constants.writeVisits()
                + asksFor * missed * constants.missVisits());
    visits[group][station + NETWORK] += asked * ((reads + scans) * remote + writes);
    requests[group][place] += asked * ((reads + scans + writes) / operations.requests());
    if (hardware.oneStreamAFile() && scans > 0) {
      int stream = streams.on(place);
      double reading = asked * scans * (1 - Math.pow(1 - missed, blocks));
      seconds[group][stream] += reading * constants.scanStreamSeconds();
      visits[group][stream] += reading;
    }
  }

  /**
   * Blocks are read where they are: on the node's own disk, or on those of the nodes that were
   * there when they were written. Who finds its block in memory does not wait for a disk, however
   * long its queue is.
   */
  private void readFromDisks(
      int group, double busy, double reads, SimulatedPartition partition, int place) {
    if (partition.locality >= 1) {
      seconds[group][place * STATIONS + DISK] += busy;
      visits[group][place * STATIONS + DISK] += reads;
      return;
    }
    if (reads <= 0) {
      return;
    }
    double[] shares = diskShares(nodes, partition, place);
    for (int n = 0; n < shares.length; n++) {
      seconds[group][n * STATIONS + DISK] += busy * shares[n];
      visits[group][n * STATIONS + DISK] += reads * shares[n];
    }
  }

  /**
   * Which share of a partition's data is read from the disk of each node.
   *
   * @param place its node, by number
   */
  static double[] diskShares(List<SimulatedNode> nodes, SimulatedPartition partition, int place) {
    double[] shares = new double[nodes.size()];
    boolean[] holds = new boolean[shares.length];
    int holders = 0;
    for (int n = 0; n < holds.length; n++) {
      holds[n] = n != place && nodes.get(n).firstUpAt <= partition.writtenAt;
      holders += holds[n] ? 1 : 0;
    }
    for (int n = 0; n < holds.length; n++) {
      shares[n] = holds[n] ? (1 - partition.locality) / holders : 0;
    }
    shares[place] = holders == 0 ? 1 : partition.locality;
    return shares;
  }
}
