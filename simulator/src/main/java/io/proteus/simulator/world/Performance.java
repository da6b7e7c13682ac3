package io.proteus.simulator.world;

import static io.proteus.simulator.world.Demands.CPU;
import static io.proteus.simulator.world.Demands.DISK;
import static io.proteus.simulator.world.Demands.NETWORK;
import static io.proteus.simulator.world.Demands.STATIONS;

import io.proteus.core.cluster.NodeId;
import io.proteus.simulator.model.AnswerTimes;
import io.proteus.simulator.model.ClosedNetwork;
import io.proteus.simulator.model.ClosedNetwork.ClientClass;
import io.proteus.simulator.model.ClosedNetwork.Solution;
import io.proteus.simulator.model.Hardware;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.scenario.Operations;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.Tenant;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The capacity model: what the clients get out of the nodes as they are at a moment, and how
 * caches, buffers and files change by it. See {@code docs/simulator.md}.
 */
final class Performance {
  /** With a smaller share of its handlers at work, nobody waits for one for long. */
  private static final double IDLE = 0.5;

  /** The wait falls to 1/e within this time at the fastest. */
  private static final double DRAINED_SECONDS = 2;

  /** How fast the wait for a handler follows, a second. */
  private static final double HANDLER_GAIN = 0.5;

  /** Over which a machine's load average is taken. */
  private static final double A_MINUTE = 60;

  /** Share of a station that is taken from requests at most. */
  static final double MOST_BUSY = 0.9;

  private final Hardware hardware;
  private final ModelConstants constants;
  private final ClosedNetwork network = new ClosedNetwork();
  private final ClientGroups groups;
  private final AnswerTimes answerTimes = new AnswerTimes();
  private final Caches caches;
  private final Prefetching prefetching;
  private final WriteBuffers buffers;
  private final WaitingRequests waitingRequests;

  Performance(Scenario scenario, ModelConstants constants) {
    this.hardware = scenario.hardware();
    this.constants = constants;
    this.caches = new Caches(scenario.hardware(), constants);
    this.prefetching = new Prefetching(scenario.hardware(), constants, caches);
    this.buffers = new WriteBuffers(scenario.hardware(), constants);
    this.groups = new ClientGroups(scenario.tenants(), constants);
    this.waitingRequests = new WaitingRequests(groups, answerTimes);
  }

  /** Of all answers since the start. */
  AnswerTimes answerTimes() {
    return answerTimes;
  }

  /** Something moved: what the caches hold in the long run has changed. */
  void disturb() {
    caches.disturb();
  }

  /**
   * Lets some seconds pass with everything as it is.
   *
   * @param unavailable share of all requests that are refused, as too few copies are there
   */
  void pass(
      double now,
      double seconds,
      List<SimulatedNode> nodes,
      List<SimulatedPartition> partitions,
      List<TenantState> tenants,
      double unavailable) {
    groups.ask(tenants.stream().map(state -> state.tenant).toList());
    Map<NodeId, Integer> index = new HashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      index.put(nodes.get(i).id, i);
    }
    Duration at = Duration.ofMillis((long) (now * 1000));
    double[] shares = new double[partitions.size()];
    double[] unserved = new double[tenants.size()];
    Arrays.fill(unserved, unavailable);
    double[] waiting = new double[groups.count()];
    BitSet away = new BitSet(partitions.size());
    Demands demands =
        new Demands(hardware, constants, caches, groups.count(), nodes, partitions.size());
    for (int p = 0; p < shares.length; p++) {
      SimulatedPartition partition = partitions.get(p);
      Tenant tenant = tenants.get(partition.tenant).tenant;
      shares[p] = partition.share(tenant, at);
      int group = groups.groupOf(partition.tenant);
      Integer node = partition.isServed() ? index.get(partition.node) : null;
      if (partition.isCopy && (node == null || !nodes.get(node).isUp(now))) {
        continue; // others of its copies serve
      }
      if (node == null || !nodes.get(node).isUp(now)) {
        away.set(p);
        unserved[partition.tenant] += shares[p];
        waiting[group] += partition.waiting;
      } else {
        demands.add(group, shares[p] * tenant.requests(), partition, tenant, node);
      }
    }
    ClientClass[] classes = new ClientClass[groups.count()];
    double[] atOnce = atOnce(demands, nodes.size());
    for (int c = 0; c < classes.length; c++) {
      double handlers = 0;
      for (int n = 0; n < nodes.size(); n++) {
        handlers += demands.requests[c][n] * nodes.get(n).handlerWait / atOnce[c];
      }
      classes[c] =
          groups.clients(
              c,
              at,
              seconds,
              waiting[c],
              handlers,
              demands.seconds[c],
              demands.visits[c],
              atOnce[c]);
    }
    Solution solution =
        network.solve(
            classes,
            servers(nodes, demands.streams),
            inTurn(demands.streams),
            background(now, seconds, nodes, index, partitions, tenants, demands.streams));
    double[] asked = new double[tenants.size()];
    for (int t = 0; t < asked.length; t++) {
      asked[t] = solution.throughput()[groups.groupOf(t)] * tenants.get(t).tenant.requests();
    }
    double[] notSent = new double[groups.count()];
    away.stream()
        .forEach(
            p -> {
              int tenant = partitions.get(p).tenant;
              notSent[groups.groupOf(tenant)] +=
                  waitingRequests.ask(partitions.get(p), asked[tenant] * shares[p], seconds)
                      / tenants.get(tenant).tenant.requests();
            });
    arrive(now, seconds, at, solution.throughput(), notSent, tenants);
    for (int t = 0; t < asked.length; t++) {
      TenantState tenant = tenants.get(t);
      int group = groups.groupOf(t);
      tenant.throughput = asked[t] * (1 - unserved[t]);
      tenant.response =
          (waitSeconds(group) + solution.responseSeconds()[group] - groups.thinkSeconds(group))
              / groups.requests(group);
      tenant.answered += tenant.throughput * seconds;
    }
    utilise(seconds, nodes, demands.seconds, solution.throughput());
    recordAnswers(seconds, nodes, demands, solution, atOnce);
    waitForHandlers(seconds, nodes, demands, solution);
    count(seconds, nodes, index, partitions, away, shares, tenants, asked, now);
    prefetching.pass(seconds, nodes, partitions, tenants);
    caches.pass(now, seconds, nodes, partitions, shares, tenants);
  }

  /**
   * Open loops: what comes is sent, waits, or is lost.
   *
   * @param sent operations a second
   * @param notSent operations of these for which no connection was left, as all waited for a
   *     partition
   */
  private void arrive(
      double now,
      double seconds,
      Duration at,
      double[] sent,
      double[] notSent,
      List<TenantState> tenants) {
    for (int group = 0; group < groups.count(); group++) {
      ArrivalQueue queue = groups.queue(group);
      if (queue != null) {
        queue.pass(
            now,
            seconds,
            groups.comePerSecond(group, at),
            Math.max(0, sent[group] - notSent[group] / seconds));
        TenantState tenant = tenants.get(groups.leader(group));
        tenant.waiting = queue.waiting();
        tenant.arrived = queue.arrived();
        tenant.refused = queue.refused();
        tenant.timedOut = queue.timedOut();
      }
    }
  }

  /** Copies that an operation asks at the same time, for each request of it; 1 without a ring. */
  private double[] atOnce(Demands demands, int nodeCount) {
    double[] atOnce = new double[groups.count()];
    Arrays.fill(atOnce, 1);
    for (int c = 0; constants.ring() != null && c < atOnce.length; c++) {
      double asked = 0;
      for (int n = 0; n < nodeCount; n++) {
        asked += demands.requests[c][n];
      }
      atOnce[c] = Math.max(1, asked / groups.requests(c));
    }
    return atOnce;
  }

  private double waitSeconds(int group) {
    ArrivalQueue queue = groups.queue(group);
    return queue == null ? 0 : queue.waitSeconds();
  }

  private double[] servers(List<SimulatedNode> nodes, Streams streams) {
    double[] servers = new double[streams.stations()];
    Arrays.fill(servers, 1);
    for (int n = 0; n < nodes.size(); n++) {
      servers[n * STATIONS + CPU] = hardware.cores();
    }
    return servers;
  }

  /** Cores are shared among all who run on them; a quota, disk and network card serve in turn. */
  private boolean[] inTurn(Streams streams) {
    boolean[] inTurn = new boolean[streams.stations()];
    Arrays.fill(inTurn, true);
    for (int station = CPU; station < streams.first(); station += STATIONS) {
      inTurn[station] = hardware.hasQuota();
    }
    return inTurn;
  }

  /** What flushes, merges, compactions, copies and reading ahead take of each station. */
  private double[] background(
      double now,
      double seconds,
      List<SimulatedNode> nodes,
      Map<NodeId, Integer> index,
      List<SimulatedPartition> partitions,
      List<TenantState> tenants,
      Streams streams) {
    BitSet compacts = new BitSet(nodes.size());
    double[] copies = new double[nodes.size()];
    for (SimulatedPartition partition : partitions) {
      Integer on = index.get(partition.node);
      if (on != null) {
        copies[on] += partition.copySourceCpu;
        compacts.set(on, compacts.get(on) || partition.toCompact > 0);
      }
      Integer openingOn = index.get(partition.openingOn);
      if (openingOn != null) {
        copies[openingOn] += partition.copyTargetCpu;
      }
    }
    double[] busy = new double[streams.stations()];
    for (int n = 0; n < nodes.size(); n++) {
      SimulatedNode node = nodes.get(n);
      double merged = node.merging;
      double cpu =
          merged * constants.mergeCpuSecondsPerByte() / (hardware.coreSpeed() * node.speed)
              + (copies[n] + node.streamCpu) / (hardware.coreSpeed() * node.speed)
              + (compacts.get(n)
                  ? Math.min(constants.compactionCpuShare(), hardware.cores() / 2)
                  : 0);
      double disk =
          (merged + node.streamDisk) / hardware.diskBytesPerSecond()
              + (compacts.get(n)
                  ? 2 * constants.compactionBytesPerSecond() / hardware.diskBytesPerSecond()
                  : 0);
      busy[n * STATIONS + CPU] = Math.min(MOST_BUSY, cpu / hardware.cores());
      busy[n * STATIONS + DISK] = Math.min(MOST_BUSY, disk);
    }
    prefetching.begin(now, seconds, nodes, partitions, tenants, busy);
    for (int n = 0; n < nodes.size(); n++) {
      nodes.get(n).backgroundCpu = busy[n * STATIONS + CPU];
      nodes.get(n).backgroundDisk = busy[n * STATIONS + DISK];
    }
    return busy;
  }

  private void utilise(
      double seconds, List<SimulatedNode> nodes, double[][] demand, double[] throughput) {
    for (int n = 0; n < nodes.size(); n++) {
      double cpu = 0;
      double disk = 0;
      for (int c = 0; c < throughput.length; c++) {
        cpu += throughput[c] * demand[c][n * STATIONS + CPU];
        disk += throughput[c] * demand[c][n * STATIONS + DISK];
      }
      SimulatedNode node = nodes.get(n);
      node.cpu = Math.min(1, cpu / hardware.cores() + node.backgroundCpu);
      node.disk = Math.min(1, disk + node.backgroundDisk);
      node.cpuSpent += node.cpu * hardware.cores() * seconds;
    }
  }

  /**
   * Of the requests of each class to each node, those that find their block and those that miss.
   */
  private void recordAnswers(
      double seconds,
      List<SimulatedNode> nodes,
      Demands demands,
      Solution solution,
      double[] atOnce) {
    for (int c = 0; c < demands.requests.length; c++) {
      double[] atStreams = demands.streams.byNode(solution.queues()[c], nodes.size());
      double wire = (groups.wireSeconds(c) + waitSeconds(c)) / groups.requests(c);
      for (int n = 0; n < nodes.size(); n++) {
        int station = n * STATIONS;
        double requests = solution.throughput()[c] * demands.requests[c][n];
        if (requests <= 0) {
          continue;
        }
        double cpu = solution.queues()[c][station + CPU] / requests;
        double net = solution.queues()[c][station + NETWORK] / requests;
        double handler = nodes.get(n).handlerWait;
        double mean = wire + handler + cpu + net;
        double variance = handler * handler + cpu * cpu + net * net;
        double reads = demands.visits[c][station + DISK] / demands.requests[c][n];
        double disk =
            reads > 0
                ? (solution.queues()[c][station + DISK] + atStreams[n])
                    / (requests * Math.min(1, reads))
                : 0;
        double missed = Math.min(1, reads);
        double answers = requests / atOnce[c] * seconds;
        answerTimes.add(answers * (1 - missed), mean, variance);
        answerTimes.add(answers * missed, mean + disk, variance + disk * disk / Math.max(1, reads));
      }
    }
  }

  /**
   * A server works on as many requests at once as it has handlers; whoever comes then waits,
   * however little it asks for. The wait is followed from moment to moment until it fits.
   */
  private void waitForHandlers(
      double seconds, List<SimulatedNode> nodes, Demands demands, Solution solution) {
    double[] atStreams = new double[nodes.size()];
    for (double[] queues : solution.queues()) {
      double[] ofClass = demands.streams.byNode(queues, nodes.size());
      for (int n = 0; n < atStreams.length; n++) {
        atStreams[n] += ofClass[n];
      }
    }
    for (int n = 0; n < nodes.size(); n++) {
      double inside = atStreams[n];
      double atDisk = 0;
      double arrivals = 0;
      for (int c = 0; c < demands.requests.length; c++) {
        arrivals += solution.throughput()[c] * demands.requests[c][n];
        atDisk += solution.queues()[c][n * STATIONS + DISK];
        for (int station = 0; station < STATIONS; station++) {
          inside += solution.queues()[c][n * STATIONS + station];
        }
      }
      SimulatedNode node = nodes.get(n);
      double load = node.cpu + Math.min(hardware.handlers(), atDisk) / hardware.cores();
      node.loadAverage += (load - node.loadAverage) * -Math.expm1(-seconds / A_MINUTE);
      node.latencySeconds = arrivals > 0 ? inside / arrivals + node.handlerWait : 0;
      if (constants.isInMemory()) {
        continue; // its main thread takes them from all connections
      }
      node.handlerWait =
          inside < IDLE * hardware.handlers()
              ? drained(node.handlerWait, inside, seconds)
              : followed(node.handlerWait, inside, arrivals, seconds);
    }
  }

  private double followed(double wait, double inside, double arrivals, double seconds) {
    double excess = (inside - hardware.handlers()) / Math.max(1, arrivals);
    return Math.max(0, wait + excess * Math.min(0.5, HANDLER_GAIN * seconds));
  }

  /**
   * Handlers that have nothing to do take who waits. In the time that a request is worked on they
   * take as many as there are of them, so for each that works, an idle one shortens the wait by a
   * second a second.
   */
  private double drained(double wait, double inside, double seconds) {
    double shorter = inside > 0 ? seconds * (hardware.handlers() / inside - 1) : wait;
    return Math.max(wait * Math.exp(-seconds / DRAINED_SECONDS), wait - shorter);
  }

  private void count(
      double seconds,
      List<SimulatedNode> nodes,
      Map<NodeId, Integer> index,
      List<SimulatedPartition> partitions,
      BitSet away,
      double[] shares,
      List<TenantState> tenants,
      double[] throughput,
      double now) {
    double[] written = new double[nodes.size()];
    int[] writtenPartitions = new int[nodes.size()];
    double[] storedBytes = new double[nodes.size()];
    nodes.forEach(node -> node.unflushed = 0);
    for (int p = 0; p < shares.length; p++) {
      SimulatedPartition partition = partitions.get(p);
      Tenant tenant = tenants.get(partition.tenant).tenant;
      double asked = throughput[partition.tenant] * shares[p];
      Integer n = index.get(partition.node);
      if (away.get(p) || n == null) {
        continue;
      }
      tenants.get(partition.tenant).answered += waitingRequests.answer(partition, now);
      Operations operations = tenant.operations();
      partition.reads += asked * operations.reads() * partition.readPart * seconds;
      partition.scans += asked * operations.scan() * partition.readPart * seconds;
      partition.writes += asked * operations.writes() * partition.writePart * seconds;
      double wrote = asked * tenant.writtenBytes() * partition.writePart;
      partition.bytes += asked * tenant.insertedBytes() * partition.writePart * seconds;
      if (wrote > 0) {
        partition.files.inMemory +=
            constants.isInMemory() || partition.isCopy ? 0 : wrote * seconds;
        partition.locality +=
            (1 - partition.locality) * Math.min(1, wrote * seconds / partition.bytes);
        writtenPartitions[n]++;
      }
      written[n] += wrote;
      partition.rewriting = nodes.get(n).rewritten(wrote, partition.bytes);
      storedBytes[n] += wrote > 0 ? partition.bytes : 0;
      SimulatedNode node = nodes.get(n);
      node.unflushed += partition.files.inMemory;
      double blocks = asked * caches.blocksAsked(tenant, partition) * seconds;
      double held = Caches.held(tenant, partition);
      node.requests +=
          asked
              * ((operations.reads() + operations.scan()) * partition.readPart
                  + operations.writes() * partition.writePart)
              * seconds;
      double coordinated = asked * partition.coordinated * seconds;
      node.coordinated[0] += coordinated * operations.reads();
      node.coordinated[1] += coordinated * operations.scan();
      node.coordinated[2] += coordinated * operations.writes();
      node.hits += blocks * held;
      node.misses += blocks * (1 - held);
    }
    for (int n = 0; !constants.isInMemory() && n < nodes.size(); n++) {
      buffers.pass(nodes.get(n), seconds, written[n], writtenPartitions[n], storedBytes[n]);
    }
  }
}
