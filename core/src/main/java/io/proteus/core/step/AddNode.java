package io.proteus.core.step;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Starts a node that the layout asks for (MET-10).
 *
 * @param total counts it in
 * @param memory how it divides its memory; null where the store divides none
 * @param joinsLater whether its machine alone is started, and {@link JoinCluster} takes the node
 *     in; false in plans from before that was known
 * @param dead how many nodes the store listed as dead when it was planned; null for none
 * @param lost machines that ran when it was planned and of which no node comes, as it died or is a
 *     follower, and that the cloud counts as there while they run; null for none
 * @param settings what else it is started with, in the store's own keys; null for nothing
 */
public record AddNode(
    NodeId planned,
    int total,
    @Nullable MemorySplit memory,
    Boolean joinsLater,
    @Nullable Integer dead,
    @Nullable Set<NodeId> lost,
    @Nullable SortedMap<String, String> settings)
    implements Step {
  /** A machine starts, is configured, and its node serves. */
  public static final StepKind KIND =
      new StepKind("nodesAdded", costs -> costs.changes().nodeAdded());

  public static final Measure NODES = Measure.count("nodesAdded", KIND, "nodes that are started");

  /** A cloud that starts many nodes at once starts each of them slowly. */
  public static final StepType TYPE =
      new StepType("add-node", AddNode.class).of(KIND, NODES).atOnce(Concurrency.of(4));

  /** How long a node may take from its launch until it serves. */
  public static final Duration TIMEOUT = Duration.ofMinutes(10);

  public AddNode {
    joinsLater = Objects.requireNonNullElse(joinsLater, false);
    dead = dead == null || dead == 0 ? null : dead;
    lost = lost == null || lost.isEmpty() ? null : Collections.unmodifiableSet(new TreeSet<>(lost));
    settings =
        settings == null || settings.isEmpty()
            ? null
            : Collections.unmodifiableSortedMap(new TreeMap<>(settings));
  }

  /** One that joins by itself. */
  public AddNode(NodeId planned, int total, @Nullable MemorySplit memory) {
    this(planned, total, memory, false, null, null, null);
  }

  /** One beside which no machine is lost. */
  public AddNode(
      NodeId planned,
      int total,
      @Nullable MemorySplit memory,
      Boolean joinsLater,
      @Nullable Integer dead) {
    this(planned, total, memory, joinsLater, dead, null, null);
  }

  @Override
  public StepType type() {
    return TYPE;
  }

  /** Who dies meanwhile is missing in the total, and nobody waits for that one. */
  @Override
  public boolean isDone(Topology now) {
    boolean started =
        now.machines() != null && now.machines().size() - lostOf(now.machines()) >= total;
    int died = Math.max(0, now.deadNodes().size() - (dead == null ? 0 : dead));
    return now.nodes().size() + died >= total || (joinsLater && started);
  }

  /** No machine is started for a node that the store would not take in. */
  @Override
  public Optional<Sentence> blockedBy(Topology now) {
    boolean waits =
        now.placing().joining() == Placing.Joining.BY_ORDER_WHEN_WHOLE
            && !now.deadNodes().isEmpty();
    return waits
        ? Optional.of(Sentence.of("no {node} joins while %s is missing", now.deadNodes().get(0)))
        : Optional.empty();
  }

  /** A dead node is struck off for as long as the store makes its copies anew. */
  @Override
  public Duration blockedAtLeast(Topology now) {
    Duration patience = StoreTransfers.patience(now);
    return patience.compareTo(TIMEOUT) > 0 ? patience : TIMEOUT;
  }

  @Override
  public Duration timeout(CostModel costs) {
    return TIMEOUT;
  }

  @Override
  public void issue(Ports ports) throws PortException {
    Machines machines = ports.need(Machines.class);
    int beside = lost == null ? 0 : lostOf(machines.machines());
    Map<String, String> all = new TreeMap<>();
    if (memory != null) {
      all.putAll(SettingsOfMemory.in(ports, memory));
    }
    if (settings != null) {
      all.putAll(settings);
    }
    machines.launch(total + beside, ports.store().written(SettingsChange.setting(all)).set());
  }

  /** Those that have ended since are not counted by the cloud any more. */
  private int lostOf(Map<NodeId, Instant> machines) {
    return lost == null ? 0 : (int) lost.stream().filter(machines::containsKey).count();
  }

  @Override
  public void cost(Tally tally) {
    tally.add(NODES, 1);
  }

  /** The node that came, under the name by which it was planned, goes again. */
  @Override
  public Optional<Step> inverse(Topology before) {
    return Optional.of(new RemoveNode(planned));
  }

  /** A store that places partitions itself takes one node after the other. */
  @Override
  public boolean runsAlone(Topology now) {
    return now.placing().byStore();
  }

  @Override
  public boolean readsMachines() {
    return joinsLater;
  }

  @Override
  public int nodeChange() {
    return 1;
  }

  @Override
  public boolean startsMachine() {
    return true;
  }

  @Override
  public boolean awaitsStart() {
    return true;
  }

  @Override
  public OptionalInt nodesThen() {
    return OptionalInt.of(total);
  }

  @Override
  public void tell(PriorValues prior, Topology before) {
    if (!joinsLater) {
      prior.nodeWasAdded();
    }
  }

  @Override
  public void leaveOut(Omissions out) {
    out.isNotAdded(planned);
  }

  @Override
  public Sentence sentence() {
    String with =
        Stream.of(memory, settings == null ? null : SettingsChange.setting(settings))
            .filter(Objects::nonNull)
            .map(Object::toString)
            .collect(Collectors.joining(", "));
    return with.isEmpty()
        ? Sentence.of("start a {node}, %d in all", total)
        : Sentence.of("start a {node}, %d in all, with %s", total, with);
  }

  @Override
  public String toString() {
    return sentence().toString();
  }
}
