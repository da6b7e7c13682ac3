package io.proteus.testkit.toy;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Claim;
import io.proteus.core.port.Claimant;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.port.Holder;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.OpenStore;
import io.proteus.core.port.Placement;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Store;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.testkit.InMemoryClaims;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Boxes with marbles that can be moved; it has no memory to divide, and nothing to be set. */
public final class ToyEngine implements Store, Claiming, Placement, HostMetrics {
  private static final TableId BAG = new TableId("bag");
  private static final NodeId ONE = new NodeId("box-1");
  private static final NodeId TWO = new NodeId("box-2");
  private static volatile ToyEngine only = new ToyEngine(InstantSource.system());

  private final InstantSource clock;
  private final long start;
  private final Map<PartitionId, NodeId> places = new TreeMap<>();

  /** Ends by {@link InMemoryClaims#expire}. */
  public final InMemoryClaims claims = new InMemoryClaims();

  /** Boxes that tell nothing. */
  public final Set<NodeId> silent = new HashSet<>();

  /** {@code engine.type: toy}. */
  public static final class Provider implements EngineProvider<Provider.Settings> {
    /** It needs none. */
    public record Settings() {}

    @Override
    public String type() {
      return "toy";
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

  private ToyEngine(InstantSource clock) {
    this.clock = clock;
    this.start = clock.millis();
    for (int marble = 1; marble <= 6; marble++) {
      places.put(new PartitionId("marble-" + marble), marble < 6 ? ONE : TWO);
    }
  }

  /** Begins anew: the first box is full, the second one has one marble. */
  public static ToyEngine restart(InstantSource clock) {
    return only = new ToyEngine(clock);
  }

  @Override
  public String clusterId() {
    return "toy";
  }

  @Override
  public synchronized Topology topology() {
    List<Node> boxes = List.of(Node.undivided(ONE, "1"), Node.undivided(TWO, "1"));
    List<Partition> marbles =
        places.entrySet().stream()
            .map(e -> new Partition(e.getKey(), BAG, e.getValue(), ByteSize.ofMegabytes(1), null))
            .toList();
    List<Table> bags = List.of(new Table(BAG, null));
    List<Gap> gaps =
        silent.stream().map(b -> new Gap(Gap.Kind.NODE_UNREADABLE, b.value(), "silent")).toList();
    return new Topology(
        "toy", clock.instant(), boxes, List.of(), marbles, bags, List.of(), false, gaps);
  }

  /** Each marble is read a hundred times a second. */
  @Override
  public synchronized Sample sample() {
    long reads = (clock.millis() - start) / 10;
    Map<PartitionId, RequestCounters> counters = new HashMap<>();
    places.forEach((id, box) -> counters.put(id, new RequestCounters(reads, 0, 0)));
    counters.keySet().removeIf(id -> silent.contains(places.get(id)));
    return new Sample(topology(), counters, Map.of());
  }

  /** Each takes 15 % of a box's CPU. */
  @Override
  public synchronized Map<NodeId, HostLoad> read(Collection<NodeId> boxes) {
    Map<NodeId, HostLoad> loads = new HashMap<>();
    for (NodeId box : boxes) {
      long marbles = places.values().stream().filter(box::equals).count();
      loads.put(box, new HostLoad(Ratio.of(0.15 * marbles), null, null));
    }
    return loads;
  }

  @Override
  public synchronized void move(PartitionId partition, NodeId to) throws PortException {
    if (!places.containsKey(partition) || !(to.equals(ONE) || to.equals(TWO))) {
      throw new PortException("there is no %s or no %s".formatted(partition, to));
    }
    places.replace(partition, to);
  }

  @Override
  public Claim claim(String who) throws PortException {
    return claims.claim(Claimant.of(who), clock.instant());
  }

  @Override
  public Optional<Holder> holder() {
    return claims.holder();
  }

  @Override
  public void close() {}
}
