package io.proteus.testkit.ring;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.Known;
import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeCounters;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.Machines;
import io.proteus.core.port.Membership;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Restarts;
import io.proteus.core.port.Store;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.InMemoryClaims;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Nodes that take time to come, that serve what clients ask for, and that count it for themselves
 * only. Time is the clock's: what happened since the last call is made up for in the next.
 */
abstract class TimedNodes extends InMemoryClaims
    implements Store, HostMetrics, Machines, Restarts, Membership {
  /** The time from a launch or restart until the node serves. */
  private static final Duration BOOT = Duration.ofSeconds(20);

  /** The most that a node serves, op/s. */
  private static final double MOST_SERVED = 1000;

  private static final double READS = 0.7;

  /** Nodes that tell nothing. */
  public final Set<NodeId> silent = new HashSet<>();

  private final InstantSource clock;
  private final String prefix;
  private final LoadBasis basis;
  private final Map<NodeId, Machine> machines = new TreeMap<>();
  private final Set<NodeId> dead = new TreeSet<>();
  private Instant countedUntil;
  private double asked = 900;
  private int started;

  private static final class Machine {
    final Instant since;
    final Map<String, String> settings = new TreeMap<>();
    Instant servesFrom;
    int starts = 1;
    boolean joined;
    boolean left;
    double reads;
    double writes;

    Machine(Instant since, Instant servesFrom) {
      this.since = since;
      this.servesFrom = servesFrom;
    }
  }

  TimedNodes(InstantSource clock, String prefix, int nodes, LoadBasis basis) {
    super(clock);
    this.clock = clock;
    this.prefix = prefix;
    this.basis = basis;
    this.countedUntil = clock.instant();
    for (int node = 0; node < nodes; node++) {
      Machine machine = new Machine(clock.instant(), clock.instant());
      machine.joined = true;
      machines.put(nextName(), machine);
    }
  }

  private NodeId nextName() {
    return new NodeId("%s-%d".formatted(prefix, ++started));
  }

  /** Sets the demand of clients from now on, op/s. */
  public final synchronized void ask(double operationsPerSecond) {
    catchUp();
    asked = operationsPerSecond;
  }

  /** A node dies without a word; its machine stays, and the node does not come back. */
  public final synchronized void kill(NodeId node) {
    catchUp();
    machine(node).servesFrom = Instant.MAX;
    dead.add(node);
    died(node);
  }

  // what a store adds

  /** The share of the requests that each live node serves. */
  abstract Map<NodeId, Double> shares();

  /** Whether a node that has started is one of the cluster without being told. */
  abstract boolean joinsByItself();

  /** A node serves for the first time. */
  abstract void came(NodeId node);

  /** A node is gone, without having left. */
  abstract void died(NodeId node);

  final Instant now() {
    return clock.instant();
  }

  final boolean isLive(NodeId node) {
    Machine machine = machines.get(node);
    return machine != null
        && machine.joined
        && !machine.left
        && !now().isBefore(machine.servesFrom);
  }

  /** Takes a node into the cluster. */
  final void join(NodeId node) throws PortException {
    Machine machine = machines.get(node);
    if (machine == null || now().isBefore(machine.servesFrom)) {
      throw new PortException("%s does not answer: is it starting?".formatted(node));
    }
    if (!machine.joined) {
      machine.joined = true;
      came(node);
    }
  }

  /** Takes the node off the list of nodes; its machine runs on. */
  final void hasLeft(NodeId node) {
    Machine machine = machines.get(node);
    if (machine != null) {
      machine.left = true;
    }
    dead.remove(node);
  }

  /** Lets happen what was to happen by now. */
  void catchUp() {
    double seconds = Duration.between(countedUntil, now()).toMillis() / 1000.0;
    countedUntil = now();
    shares()
        .forEach(
            (node, share) -> {
              Machine machine = machines.get(node);
              if (machine != null) {
                double served = Math.min(MOST_SERVED, asked * share) * seconds;
                machine.reads += served * READS;
                machine.writes += served * (1 - READS);
              }
            });
    machines.forEach(
        (node, machine) -> {
          if (!machine.joined && joinsByItself() && !now().isBefore(machine.servesFrom)) {
            machine.joined = true;
            came(node);
          } else if (isLive(node)) {
            dead.remove(node);
          }
        });
  }

  // looking

  final List<NodeId> live() {
    return machines.keySet().stream().filter(this::isLive).toList();
  }

  final List<Node> nodes() {
    return live().stream().map(this::node).toList();
  }

  private Node node(NodeId id) {
    Machine machine = machine(id);
    return new Node(
        id,
        String.valueOf(machine.starts),
        new Known.None<>(),
        false,
        false,
        new TreeMap<>(machine.settings),
        true);
  }

  private Machine machine(NodeId id) {
    Machine machine = machines.get(id);
    if (machine == null) {
      throw new IllegalArgumentException("there is no machine of " + id);
    }
    return machine;
  }

  final List<NodeId> dead() {
    return List.copyOf(dead);
  }

  final List<Gap> gaps() {
    return silent.stream()
        .map(
            node ->
                new Gap(Gap.Kind.NODE_UNREADABLE, node.value(), Sentence.of("it does not answer")))
        .toList();
  }

  @Override
  public final synchronized Sample sample() throws PortException {
    catchUp();
    Map<NodeId, NodeCounters> counters = new HashMap<>();
    for (NodeId node : live()) {
      if (!silent.contains(node)) {
        Machine machine = machine(node);
        counters.put(
            node,
            NodeCounters.of(new RequestCounters((long) machine.reads, 0, (long) machine.writes)));
      }
    }
    return new Sample(topology(), Map.of(), counters, basis);
  }

  /** A node is as busy as it serves of what it can. */
  @Override
  public final synchronized Map<NodeId, HostLoad> read(Collection<NodeId> asking) {
    Map<NodeId, Double> shares = shares();
    Map<NodeId, HostLoad> loads = new HashMap<>();
    for (NodeId node : asking) {
      double busy = asked * shares.getOrDefault(node, 0.0) / MOST_SERVED;
      loads.put(node, new HostLoad(Ratio.of(Math.min(1, busy)), null, null));
    }
    return loads;
  }

  // machines

  @Override
  public final synchronized void launch(int total, Map<String, String> settings) {
    catchUp();
    if (machines.size() < total) {
      Machine machine = new Machine(now(), now().plus(BOOT));
      machine.settings.putAll(settings);
      machines.put(nextName(), machine);
    }
  }

  @Override
  public final synchronized Map<NodeId, Instant> machines() {
    Map<NodeId, Instant> running = new TreeMap<>();
    machines.forEach((node, machine) -> running.put(node, machine.since));
    return running;
  }

  @Override
  public final synchronized void terminate(NodeId node) {
    catchUp();
    Machine ended = machines.remove(node);
    if (ended != null && ended.joined && !ended.left) {
      dead.add(node);
      died(node);
    }
  }

  @Override
  public final synchronized void restart(NodeId node, SettingsChange settings)
      throws PortException {
    catchUp();
    Machine machine = machines.get(node);
    if (machine == null) {
      throw new PortException("%s has no machine here.".formatted(node));
    }
    Map<String, String> set = new TreeMap<>(settings.applied(new TreeMap<>(machine.settings)));
    machine.settings.clear();
    machine.settings.putAll(set);
    machine.starts++;
    machine.reads = 0;
    machine.writes = 0;
    machine.servesFrom = now().plus(BOOT);
    dead.add(node);
  }

  @Override
  public final synchronized void forget(NodeId node) {
    dead.remove(node);
  }
}
