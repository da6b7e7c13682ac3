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
import io.proteus.core.port.EngineProvider;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.OpenStore;
import io.proteus.core.port.Placement;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Store;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import io.proteus.testkit.InMemoryClaims;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Boxes with marbles that can be moved; it has no memory to divide, and nothing to be set. */
public final class ToyEngine extends InMemoryClaims implements Store, Placement, HostMetrics {
  private static final TableId BAG = new TableId("bag");
  private static final NodeId ONE = new NodeId("box-1");
  private static final NodeId TWO = new NodeId("box-2");
  private static final List<Node> BOXES =
      List.of(Node.undivided(ONE, "1"), Node.undivided(TWO, "1"));
  private static final List<Table> BAGS = List.of(new Table(BAG, null));
  private static volatile ToyEngine only = new ToyEngine(InstantSource.system());

  private final InstantSource clock;
  private final Map<PartitionId, NodeId> places = new TreeMap<>();

  /** Boxes that tell nothing. */
  public final Set<NodeId> silent = new HashSet<>();

  public record Settings() {}

  /** {@code engine.type: toy}. */
  public static final class Provider implements EngineProvider<Settings> {
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
    super(clock);
    this.clock = clock;
    for (int marble = 1; marble <= 6; marble++) {
      places.put(new PartitionId("marble-" + marble), marble < 6 ? ONE : TWO);
    }
  }

  /** Begins anew: the first box is full, the second one has one marble. */
  public static ToyEngine restart(InstantSource clock) {
    return only = new ToyEngine(clock);
  }

  @Override
  public synchronized Topology topology() {
    List<Partition> marbles = new ArrayList<>();
    places.forEach((id, box) -> marbles.add(new Partition(id, BAG, box, ByteSize.ZERO, null)));
    List<Gap> gaps =
        silent.stream()
            .map(b -> new Gap(Gap.Kind.NODE_UNREADABLE, b.value(), Sentence.verbatim("silent")))
            .toList();
    return new Topology(
        "toy", clock.instant(), BOXES, List.of(), marbles, BAGS, List.of(), false, gaps);
  }

  /** Each marble is read a hundred times a second. */
  @Override
  public synchronized Sample sample() {
    RequestCounters reads = new RequestCounters(clock.millis() / 10, 0, 0);
    Map<PartitionId, RequestCounters> counters =
        places.keySet().stream()
            .filter(marble -> !silent.contains(places.get(marble)))
            .collect(Collectors.toMap(marble -> marble, marble -> reads));
    return new Sample(topology(), counters, Map.of());
  }

  /** Each takes 15 % of a box's CPU. */
  @Override
  public synchronized Map<NodeId, HostLoad> read(Collection<NodeId> boxes) {
    return boxes.stream().collect(Collectors.toMap(box -> box, this::load));
  }

  private HostLoad load(NodeId box) {
    long marbles = places.values().stream().filter(box::equals).count();
    return new HostLoad(Ratio.of(0.15 * marbles), null, null);
  }

  @Override
  public synchronized void move(PartitionId partition, NodeId to) throws PortException {
    if (topology().node(to).isEmpty() || places.replace(partition, to) == null) {
      throw new PortException("there is no %s or no %s".formatted(partition, to));
    }
  }
}
