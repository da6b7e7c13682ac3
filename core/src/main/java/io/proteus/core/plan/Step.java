package io.proteus.core.plan;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Engine;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;

/**
 * One change that knows its own life. Whether it is done is read off the cluster, never off what
 * was asked for, so a step can be resumed after a crash by looking; issuing it twice does no harm.
 */
public sealed interface Step {

  /** Whether the cluster shows that nothing is left to do. */
  boolean isDone(Topology now);

  /** Why it must not be issued now; empty when it may. */
  Optional<String> blockedBy(Topology now);

  /** How long it may take from its issue until it is done. */
  Duration timeout();

  /** Asks the outside for it. */
  void issue(Ports ports) throws PortException;

  /** What it costs. */
  Price price();

  /** The node that is out of service while it runs; empty when all stay in service. */
  default Optional<NodeId> takesOut() {
    return Optional.empty();
  }

  /** The node that must be alive for it; empty when it needs none in particular. */
  default Optional<NodeId> needs() {
    return Optional.empty();
  }

  /** The nodes that take part in it once it was asked for; the death of one may cut it short. */
  default List<NodeId> carriedBy() {
    return List.of();
  }

  /**
   * What the store made of it instead, so that it will never be done; empty while it may be. Asked
   * once a node died that takes part in it.
   */
  default Optional<String> settledOtherwise(Topology now) {
    return Optional.empty();
  }

  /**
   * The step that takes this one back, value by value; empty where nothing does.
   *
   * @param before the cluster as it was before this step
   */
  default Optional<Step> inverse(Topology before) {
    return Optional.empty();
  }

  /** Whether the rest of the plan can be carried out when this step timed out. */
  default boolean mayFail() {
    return false;
  }

  /**
   * For how long a refusal may only mean not yet: it is asked for again until then, however often
   * others are.
   */
  default Duration refusedAtMost() {
    return Duration.ZERO;
  }

  /** Starts a node that the layout asks for (MET-10). {@code total} counts it in. */
  record AddNode(NodeId planned, int total, MemorySplit memory) implements Step {
    /** How long a node may take from its launch until it serves. */
    public static final Duration TIMEOUT = Duration.ofMinutes(10);

    @Override
    public boolean isDone(Topology now) {
      return now.nodes().size() >= total;
    }

    @Override
    public Optional<String> blockedBy(Topology now) {
      return Optional.empty();
    }

    @Override
    public Duration timeout() {
      return TIMEOUT;
    }

    @Override
    public void issue(Ports ports) throws PortException {
      ports.cloud().launch(total, ports.engine().settingsOf(memory));
    }

    @Override
    public Price price() {
      return Price.nodeAdded();
    }

    /** The node that came, under the name by which it was planned, goes again. */
    @Override
    public Optional<Step> inverse(Topology before) {
      return Optional.of(new RemoveNode(planned));
    }

    @Override
    public String toString() {
      return "start a node, %d in all, with %s".formatted(total, memory);
    }
  }

  /**
   * Puts a partition on a node.
   *
   * @param prefetch whether the node is to read it into its cache at once; false in plans from
   *     before that was known
   */
  record MovePartition(
      PartitionId partition, TableId table, NodeId from, NodeId to, ByteSize size, Boolean prefetch)
      implements Step {
    public MovePartition {
      prefetch = Objects.requireNonNullElse(prefetch, false);
    }

    /** One that is read into the cache as it is asked for. */
    public MovePartition(
        PartitionId partition, TableId table, NodeId from, NodeId to, ByteSize size) {
      this(partition, table, from, to, size, false);
    }

    /** The same, read into the cache at once. */
    public MovePartition prefetched() {
      return new MovePartition(partition, table, from, to, size, true);
    }

    @Override
    public boolean isDone(Topology now) {
      Optional<Partition> found = now.partition(partition);
      return found.isEmpty()
          || (to.equals(found.get().node()) && !now.inTransition().contains(partition));
    }

    @Override
    public Optional<String> blockedBy(Topology now) {
      if (now.inTransition().contains(partition)) {
        return Optional.of("%s is in transition".formatted(partition));
      }
      return now.node(to).isPresent()
          ? Optional.empty()
          : Optional.of("%s is not a live node".formatted(to));
    }

    @Override
    public Duration timeout() {
      return Duration.ofMinutes(2);
    }

    @Override
    public void issue(Ports ports) throws PortException {
      ports.engine().move(partition, to);
    }

    @Override
    public Price price() {
      return Price.move(size);
    }

    @Override
    public Optional<NodeId> needs() {
      return Optional.of(to);
    }

    @Override
    public List<NodeId> carriedBy() {
      return List.of(from, to);
    }

    /** A partition that nobody serves, or that is on its way, is the store's to open. */
    @Override
    public Optional<String> settledOtherwise(Topology now) {
      return now.inTransition().contains(partition)
          ? Optional.empty()
          : now.partition(partition)
              .map(Partition::node)
              .filter(node -> !node.equals(to))
              .map(node -> "%s is open on %s".formatted(partition, node));
    }

    @Override
    public Optional<Step> inverse(Topology before) {
      return before
          .partition(partition)
          .map(Partition::node)
          .map(node -> new MovePartition(partition, table, to, node, size));
    }

    @Override
    public String toString() {
      return "move %s of %s (%s) from %s to %s%s"
          .formatted(partition, table, size, from, to, prefetch ? ", into its cache" : "");
    }
  }

  /** Divides a running node's heap anew. */
  record SetMemorySplit(NodeId node, MemorySplit memory) implements Step {
    @Override
    public boolean isDone(Topology now) {
      return hasSplit(now, node, memory);
    }

    @Override
    public Optional<String> blockedBy(Topology now) {
      Optional<Node> found = now.node(node);
      if (found.isEmpty()) {
        return Optional.of("%s is not a live node".formatted(node));
      }
      return found.get().takesOnline(memory)
          ? Optional.empty()
          : Optional.of("%s does not take this split while it runs".formatted(node));
    }

    @Override
    public Duration timeout() {
      return Duration.ofMinutes(3);
    }

    @Override
    public void issue(Ports ports) throws PortException {
      ports.engine().setMemorySplit(node, memory);
    }

    @Override
    public Price price() {
      return Price.restartSaved();
    }

    @Override
    public Optional<NodeId> needs() {
      return Optional.of(node);
    }

    @Override
    public Optional<Step> inverse(Topology before) {
      return before.node(node).map(Node::memory).map(split -> new SetMemorySplit(node, split));
    }

    @Override
    public String toString() {
      return "set %s online to %s".formatted(node, memory);
    }
  }

  /**
   * Has a node go by what it is started with again, once it has the split that it had when it did.
   *
   * @param memory what it has to have before: it keeps what it has then
   */
  record ReleaseMemorySplit(NodeId node, MemorySplit memory) implements Step {
    @Override
    public boolean isDone(Topology now) {
      return now.node(node).filter(found -> !found.pinned()).isPresent();
    }

    @Override
    public Optional<String> blockedBy(Topology now) {
      if (now.node(node).isEmpty()) {
        return Optional.of("%s is not a live node".formatted(node));
      }
      return hasSplit(now, node, memory)
          ? Optional.empty()
          : Optional.of("%s does not have %s yet".formatted(node, memory));
    }

    @Override
    public Duration timeout() {
      return Duration.ofMinutes(3);
    }

    @Override
    public void issue(Ports ports) throws PortException {
      ports.engine().forgetMemorySplit(node);
    }

    @Override
    public Price price() {
      return Price.NOTHING;
    }

    @Override
    public Optional<NodeId> needs() {
      return Optional.of(node);
    }

    /** It held the node to this split. */
    @Override
    public Optional<Step> inverse(Topology before) {
      return before
          .node(node)
          .filter(Node::pinned)
          .map(Node::memory)
          .map(split -> new SetMemorySplit(node, split));
    }

    @Override
    public String toString() {
      return "let %s go by what it is started with".formatted(node);
    }
  }

  /**
   * Restarts a node, emptied before, with another split (MET-11) or other settings.
   *
   * @param settings what else it is started with, and without, in the store's own keys
   */
  record RestartNode(NodeId node, MemorySplit memory, SettingsChange settings) implements Step {
    public RestartNode {
      // a journal from before there were settings has none
      settings = Objects.requireNonNullElse(settings, SettingsChange.NOTHING);
    }

    /** With another split alone. */
    public RestartNode(NodeId node, MemorySplit memory) {
      this(node, memory, SettingsChange.NOTHING);
    }

    /** A node that divides its heap while it runs is restarted for its settings alone. */
    @Override
    public boolean isDone(Topology now) {
      if (settings.changesNothing()) {
        return hasSplit(now, node, memory);
      }
      Optional<Node> found = now.node(node);
      boolean set = found.map(Node::settings).filter(settings::appliesTo).isPresent();
      return set && (found.get().memoryOnline() || hasSplit(now, node, memory));
    }

    @Override
    public Optional<String> blockedBy(Topology now) {
      long held = now.partitions().stream().filter(p -> node.equals(p.node())).count();
      if (held > 0) {
        return Optional.of("%s still holds %d partitions".formatted(node, held));
      }
      long others = now.nodes().stream().filter(n -> !n.id().equals(node)).count();
      return others > 0
          ? Optional.empty()
          : Optional.of("%s is the only live node".formatted(node));
    }

    @Override
    public Duration timeout() {
      return Duration.ofMinutes(5);
    }

    @Override
    public void issue(Ports ports) throws PortException {
      ports.engine().forgetMemorySplit(node);
      ports.cloud().restart(node, startsWith(ports.engine()));
    }

    /** All that the node is started with. */
    public SettingsChange startsWith(Engine engine) {
      return SettingsChange.setting(engine.settingsOf(memory)).and(settings);
    }

    @Override
    public Optional<NodeId> takesOut() {
      return Optional.of(node);
    }

    @Override
    public Optional<Step> inverse(Topology before) {
      Optional<Node> was = before.node(node);
      MemorySplit split = was.map(Node::memory).orElse(null);
      SortedMap<String, String> values = was.map(Node::settings).orElse(null);
      if (split == null || (values == null && !settings.changesNothing())) {
        return Optional.empty();
      }
      return Optional.of(
          new RestartNode(
              node, split, values == null ? SettingsChange.NOTHING : settings.inverse(values)));
    }

    @Override
    public Price price() {
      return Price.restart();
    }

    @Override
    public String toString() {
      return settings.changesNothing()
          ? "restart %s with %s".formatted(node, memory)
          : "restart %s with %s; %s".formatted(node, memory, settings);
    }
  }

  /** Sets the size of the blocks in which a table is stored and read. */
  record SetBlockSize(TableId table, ByteSize blockSize) implements Step {
    @Override
    public boolean isDone(Topology now) {
      return now.table(table).map(t -> blockSize.equals(t.blockSize())).orElse(true)
          && isCalm(now, table);
    }

    @Override
    public Optional<String> blockedBy(Topology now) {
      return Optional.empty();
    }

    @Override
    public Duration timeout() {
      return Duration.ofMinutes(5);
    }

    @Override
    public void issue(Ports ports) throws PortException {
      ports.engine().setBlockSize(table, blockSize);
    }

    @Override
    public Price price() {
      return Price.tableAltered();
    }

    @Override
    public Optional<Step> inverse(Topology before) {
      return before.table(table).map(Table::blockSize).map(size -> new SetBlockSize(table, size));
    }

    @Override
    public String toString() {
      return "set blocks of %s to %s".formatted(table, blockSize);
    }
  }

  /**
   * Changes what is set on a table and its column families.
   *
   * @param partitions how many are opened anew for it
   */
  record AlterTable(TableId table, TableChange change, int partitions) implements Step {
    @Override
    public boolean isDone(Topology now) {
      Optional<Table> found = now.table(table);
      return found.isEmpty()
          || (found.map(Table::settings).filter(change::appliesTo).isPresent()
              && isCalm(now, table));
    }

    @Override
    public Optional<String> blockedBy(Topology now) {
      return isCalm(now, table)
          ? Optional.empty()
          : Optional.of("partitions of %s are in transition".formatted(table));
    }

    /** Five minutes, and a second for each partition that is opened anew. */
    @Override
    public Duration timeout() {
      return Duration.ofMinutes(5).plusSeconds(partitions);
    }

    @Override
    public void issue(Ports ports) throws PortException {
      ports.engine().alter(table, change);
    }

    @Override
    public Optional<Step> inverse(Topology before) {
      return before
          .table(table)
          .map(Table::settings)
          .map(settings -> new AlterTable(table, change.inverse(settings), partitions));
    }

    @Override
    public Price price() {
      return Price.tableAltered();
    }

    @Override
    public String toString() {
      return "alter %s: %s".formatted(table, change);
    }
  }

  /** Brings a partition's data to its node's own host (MET-11). */
  record CompactPartition(
      PartitionId partition, TableId table, NodeId node, Ratio minimumLocality, ByteSize size)
      implements Step {
    @Override
    public boolean isDone(Topology now) {
      Optional<Partition> found = now.partition(partition);
      if (found.isEmpty() || !node.equals(found.get().node())) {
        return true;
      }
      Ratio locality = found.get().locality();
      return locality == null || !minimumLocality.exceeds(locality);
    }

    @Override
    public Optional<String> blockedBy(Topology now) {
      return now.inTransition().contains(partition)
          ? Optional.of("%s is in transition".formatted(partition))
          : Optional.empty();
    }

    /** A minute for each GB, as in the paper, and ten minutes beside. */
    @Override
    public Duration timeout() {
      return Duration.ofMinutes(10 + size.bytes() / ByteSize.ofMegabytes(1024).bytes());
    }

    @Override
    public void issue(Ports ports) throws PortException {
      ports.engine().compact(partition);
    }

    @Override
    public boolean mayFail() {
      return true;
    }

    @Override
    public Price price() {
      return Price.compaction(size);
    }

    @Override
    public String toString() {
      return "compact %s of %s (%s) on %s until %s of it is local"
          .formatted(partition, table, size, node, minimumLocality);
    }
  }

  /** Ends a node that holds nothing any more (MET-10). */
  record RemoveNode(NodeId node) implements Step {
    @Override
    public boolean isDone(Topology now) {
      return now.node(node).isEmpty();
    }

    @Override
    public Optional<String> blockedBy(Topology now) {
      long held = now.partitions().stream().filter(p -> node.equals(p.node())).count();
      return held == 0
          ? Optional.empty()
          : Optional.of("%s still holds %d partitions".formatted(node, held));
    }

    @Override
    public Duration timeout() {
      return Duration.ofMinutes(5);
    }

    @Override
    public void issue(Ports ports) throws PortException {
      ports.cloud().terminate(node);
    }

    @Override
    public Optional<NodeId> takesOut() {
      return Optional.of(node);
    }

    @Override
    public Price price() {
      return Price.nodeRemoved();
    }

    /** A node in its stead, which gets another name. */
    @Override
    public Optional<Step> inverse(Topology before) {
      return before
          .node(node)
          .map(Node::memory)
          .map(split -> new AddNode(node, before.nodes().size(), split));
    }

    @Override
    public String toString() {
      return "stop %s for good".formatted(node);
    }
  }

  /**
   * Ends a machine of which no node ever came. One whose node comes at the last moment stays.
   *
   * @param node that was to be on it
   * @param started when it was: a later machine of the same name is another
   */
  record EndMachine(NodeId node, Instant started) implements Step {
    /** How far two readings of one machine's start may be apart. */
    private static final Duration SAME_START = Duration.ofMinutes(1);

    @Override
    public boolean isDone(Topology now) {
      return now.knows(node) || (now.machines() != null && !runs(now.machines()));
    }

    private boolean runs(Map<NodeId, Instant> machines) {
      Instant since = machines.get(node);
      return since != null && Duration.between(started, since).abs().compareTo(SAME_START) <= 0;
    }

    @Override
    public Optional<String> blockedBy(Topology now) {
      return now.machines() == null
          ? Optional.of("the cloud does not tell which machines run")
          : Optional.empty();
    }

    @Override
    public Duration timeout() {
      return Duration.ofMinutes(5);
    }

    @Override
    public void issue(Ports ports) throws PortException {
      ports.cloud().terminate(node);
    }

    @Override
    public Price price() {
      return Price.nodeRemoved();
    }

    @Override
    public String toString() {
      return "end the machine of %s, of which no node came".formatted(node);
    }
  }

  /** Takes a node that was stopped for good off the store's list of the dead. */
  record ForgetNode(NodeId node) implements Step {
    @Override
    public boolean isDone(Topology now) {
      return now.node(node).isEmpty() && !now.deadNodes().contains(node);
    }

    @Override
    public Optional<String> blockedBy(Topology now) {
      return now.node(node).isPresent()
          ? Optional.of("%s is alive".formatted(node))
          : Optional.empty();
    }

    @Override
    public Duration timeout() {
      return Duration.ofMinutes(1);
    }

    @Override
    public void issue(Ports ports) throws PortException {
      ports.engine().forget(node);
    }

    /** A store that still recovers what a node had keeps it on its list. */
    @Override
    public Duration refusedAtMost() {
      return Duration.ofMinutes(2);
    }

    @Override
    public boolean mayFail() {
      return true;
    }

    @Override
    public Price price() {
      return Price.NOTHING;
    }

    @Override
    public String toString() {
      return "forget %s".formatted(node);
    }
  }

  /** Whether no partition of the table is being opened, closed or moved. */
  private static boolean isCalm(Topology now, TableId table) {
    return now.inTransition().stream()
        .map(now::partition)
        .flatMap(Optional::stream)
        .noneMatch(p -> p.table().equals(table));
  }

  private static boolean hasSplit(Topology now, NodeId node, MemorySplit wanted) {
    return now.node(node)
        .map(Node::memory)
        .filter(Objects::nonNull)
        .map(wanted::isAbout)
        .orElse(false);
  }
}
