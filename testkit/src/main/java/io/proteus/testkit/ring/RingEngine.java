package io.proteus.testkit.ring;

import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Ownership;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.Replica;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Admission;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.port.Handover;
import io.proteus.core.port.OpenStore;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A ring of vnodes with three copies of everything, as Riak and Cassandra have: the store places
 * them, takes nodes in when it is told to, hands over what a leaver holds, and counts requests for
 * nodes only. No single vnode can be moved.
 */
public final class RingEngine extends TimedNodes implements Admission, Handover {
  private static final int VNODES = 24;
  private static final int COPIES = 3;
  private static final ByteSize VNODE = ByteSize.ofMegabytes(64);
  private static final TableId DATA = new TableId("data");

  private static volatile RingEngine only = new RingEngine(InstantSource.system());

  private final List<NodeId> owners = new ArrayList<>();
  private final Map<Integer, Instant> underWay = new HashMap<>();
  private final Map<NodeId, Instant> leaving = new TreeMap<>();
  private final Set<NodeId> followed = new TreeSet<>();
  private boolean isLeft;

  /** How long vnodes move after a node came or went. */
  private Duration transfer = Duration.ofSeconds(30);

  public record Settings() {}

  /** {@code engine.type: ring}. */
  public static final class Provider implements EngineProvider<Settings> {
    @Override
    public String type() {
      return "ring";
    }

    @Override
    public Class<Settings> settings() {
      return Settings.class;
    }

    @Override
    public OpenStore open(Settings settings, Set<String> startKeys) {
      return OpenStore.of(only);
    }
  }

  private RingEngine(InstantSource clock) {
    super(clock, "ring", 4, LoadBasis.OF_NODE);
    List<NodeId> nodes = live();
    for (int vnode = 0; vnode < VNODES; vnode++) {
      owners.add(nodes.get(vnode % nodes.size()));
    }
  }

  /** Begins anew with four nodes. */
  public static RingEngine restart(InstantSource clock) {
    return only = new RingEngine(clock);
  }

  /** From now on vnodes move for so long, as large ones do. */
  public synchronized void movesFor(Duration length) {
    transfer = length;
  }

  // the ring

  @Override
  boolean joinsByItself() {
    return false;
  }

  @Override
  void came(NodeId node) {
    claimAnew();
  }

  /** The copies serve what is missing, and nothing is placed again. */
  @Override
  void died(NodeId node) {}

  /** Every member gets its fair share, and nothing is moved for anything else. */
  private void claimAnew() {
    List<NodeId> members = live().stream().filter(node -> !leaving.containsKey(node)).toList();
    Map<NodeId, Integer> counts = new LinkedHashMap<>();
    members.forEach(node -> counts.put(node, 0));
    owners.forEach(owner -> counts.computeIfPresent(owner, (node, count) -> count + 1));
    int most = (VNODES + members.size() - 1) / members.size();
    for (int vnode = 0; vnode < VNODES; vnode++) {
      NodeId owner = owners.get(vnode);
      Integer held = counts.get(owner);
      NodeId least =
          counts.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow().getKey();
      boolean tooMany = held != null && (held > most || held > counts.getOrDefault(least, 0) + 1);
      if (held == null || tooMany) {
        owners.set(vnode, least);
        counts.merge(least, 1, Integer::sum);
        counts.computeIfPresent(owner, (node, count) -> count - 1);
        underWay.put(vnode, now().plus(transfer));
      }
    }
  }

  @Override
  void catchUp() {
    super.catchUp();
    underWay.values().removeIf(until -> !now().isBefore(until));
    leaving
        .entrySet()
        .removeIf(
            entry -> {
              boolean over = isLive(entry.getKey()) && !now().isBefore(entry.getValue());
              if (over) {
                hasLeft(entry.getKey());
              }
              return over;
            });
  }

  /** The nodes that have a copy of a vnode, its owner first. */
  private List<NodeId> holders(int vnode) {
    List<NodeId> holders = new ArrayList<>();
    for (int next = 0; next < VNODES && holders.size() < COPIES; next++) {
      NodeId owner = owners.get((vnode + next) % VNODES);
      if (!holders.contains(owner)) {
        holders.add(owner);
      }
    }
    return holders;
  }

  @Override
  Map<NodeId, Double> shares() {
    Map<NodeId, Double> shares = new HashMap<>();
    for (int vnode = 0; vnode < owners.size(); vnode++) {
      holders(vnode).stream()
          .filter(this::isLive)
          .findFirst()
          .ifPresent(node -> shares.merge(node, 1.0 / VNODES, Double::sum));
    }
    return shares;
  }

  // looking

  @Override
  public synchronized Topology topology() {
    catchUp();
    List<Partition> partitions = new ArrayList<>();
    for (int vnode = 0; vnode < VNODES; vnode++) {
      partitions.add(partition(vnode));
    }
    return new Topology(
            "ring",
            now(),
            nodes(),
            dead(),
            partitions,
            List.of(new Table(DATA, null)),
            underWay.keySet().stream().map(RingEngine::id).toList(),
            false,
            gaps())
        .placed(Placing.BY_STORE.joinedByOrder(), ownership());
  }

  private static PartitionId id(int vnode) {
    return new PartitionId("vnode-%02d".formatted(vnode));
  }

  private Partition partition(int vnode) {
    List<NodeId> holders = new ArrayList<>(holders(vnode));
    holders.removeIf(node -> !isLive(node) && !dead().contains(node));
    holders.sort(Comparator.comparing(node -> !isLive(node)));
    boolean served = !holders.isEmpty() && isLive(holders.get(0));
    List<Replica> copies =
        holders.stream()
            .skip(served ? 1 : 0)
            .map(node -> new Replica(node, Replica.Role.PEER))
            .toList();
    return new Partition(id(vnode), DATA, served ? holders.get(0) : null, VNODE, null, copies);
  }

  private List<Ownership> ownership() {
    Map<NodeId, Integer> counts = new TreeMap<>();
    live().forEach(node -> counts.put(node, 0));
    owners.forEach(owner -> counts.merge(owner, 1, Integer::sum));
    List<Ownership> shares = new ArrayList<>();
    counts.forEach((node, count) -> shares.add(new Ownership(node, Ratio.share(count, VNODES))));
    return shares;
  }

  // orders

  @Override
  public synchronized void admit(NodeId node, boolean moreFollow) throws PortException {
    admit(node);
    if (moreFollow) {
      followed.add(node);
    } else {
      followed.remove(node);
    }
  }

  /** The Proteus that saw to what follows a join has ended before. */
  public synchronized void leaveWork() {
    isLeft = true;
  }

  @Override
  public synchronized boolean hasLeftWork() {
    return isLeft;
  }

  @Override
  public synchronized void finishLeftWork() {
    isLeft = false;
    underWay.put(0, now().plus(transfer));
  }

  /** Nodes that were taken in as ones after which another follows. */
  public synchronized Set<NodeId> followed() {
    return Set.copyOf(followed);
  }

  @Override
  public synchronized void admit(NodeId node) throws PortException {
    catchUp();
    join(node);
  }

  @Override
  public synchronized void leave(NodeId node) throws PortException {
    catchUp();
    if (!isLive(node)) {
      return;
    }
    long members = live().stream().filter(other -> !leaving.containsKey(other)).count();
    if (!leaving.containsKey(node) && members <= COPIES) {
      throw new PortException(
          "%s must stay: there are %d copies of everything.".formatted(node, COPIES));
    }
    if (leaving.putIfAbsent(node, now().plus(transfer)) == null) {
      claimAnew();
    }
  }
}
