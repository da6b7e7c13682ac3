package io.proteus.engine.redis;

import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.Known;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.Placing.By;
import io.proteus.core.cluster.Placing.Emptying;
import io.proteus.core.cluster.Replica;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.core.words.Sentence;
import io.proteus.engine.file.Notes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes a topology of what the primaries of a cluster see. */
final class TopologyAssembly {
  /** A cluster has one space of keys. */
  static final TableId KEYS = new TableId("keys");

  private final RedisSettings settings;
  private final Connections connections;
  private final UnfinishedMoves unfinished;
  private final SlotMoves moves;
  private final LeavingMembers leaving;
  private final Ranges ranges;
  private final Set<String> asked;
  private final SlotSizes sizes;

  TopologyAssembly(
      RedisSettings settings,
      Connections connections,
      Notes notes,
      SlotMoves moves,
      LeavingMembers leaving,
      SlotSizes sizes,
      Set<String> startKeys) {
    this.settings = settings;
    this.connections = connections;
    this.unfinished = new UnfinishedMoves(notes);
    this.moves = moves;
    this.leaving = leaving;
    this.sizes = sizes;
    this.ranges = new Ranges(settings.slots(), notes);
    this.asked = new HashSet<>(startKeys);
    this.asked.addAll(OnlineSettings.DEFAULTS.keySet());
  }

  boolean has(Look look, SlotRange range) throws PortException {
    return ranges.of(look.now().owners(), look.unfinished().keySet()).contains(range);
  }

  /**
   * A look at the cluster.
   *
   * @param unfinished moves that were not finished before it or after it, and to which shard they
   *     go
   */
  record Look(Views now, Map<PartitionId, Shard> unfinished) {
    /** The id of the node to which a range is on its way; null where it is not. */
    @Nullable String target(PartitionId id) {
      Shard to = unfinished.get(id);
      return to == null || to.isForgotten(now)
          ? null
          : to.leader(now).map(Member::id).orElse(to.primary());
    }
  }

  synchronized Topology topology(Look look, List<Gap> found) throws PortException {
    Views now = look.now();
    List<Gap> gaps = new ArrayList<>(found);
    List<Node> nodes = new ArrayList<>();
    Map<String, List<Replica>> followers = new TreeMap<>();
    Map<String, NodeId> live = new TreeMap<>();
    boolean isKept = true;
    for (Member member : now.primaries()) {
      nodes.add(node(member, gaps));
      live.put(member.id(), new NodeId(member.address()));
      List<Replica> copies =
          now.followersOf(member).stream()
              .map(f -> new Replica(new NodeId(f.address()), Replica.Role.FOLLOWER))
              .toList();
      followers.put(member.id(), copies);
      isKept &= member.slots().isEmpty() || (!copies.isEmpty() && keepsItsKeys(member));
    }
    List<PartitionId> inTransition = new ArrayList<>();
    List<Partition> partitions = partitions(look, live, followers, inTransition);
    gaps.addAll(leftOpen(look, inTransition));
    return new Topology(
            settings.cluster(),
            Instant.now(),
            nodes,
            Stream.concat(now.failed().stream(), leaving.ended(now).stream())
                .map(member -> new NodeId(member.address()))
                .filter(id -> !live.containsValue(id))
                .distinct()
                .toList(),
            partitions,
            List.of(new Table(KEYS, null)),
            inTransition,
            false,
            gaps)
        .placed(
            new Placing(
                    By.PROTEUS, Emptying.BY_MOVES, isKept ? Emptying.NOT_NEEDED : Emptying.BY_MOVES)
                .joinedByOrder(),
            List.of());
  }

  private List<Partition> partitions(
      Look look,
      Map<String, NodeId> live,
      Map<String, List<Replica>> followers,
      List<PartitionId> inTransition)
      throws PortException {
    Views now = look.now();
    @Nullable String[] owners = now.owners();
    Set<Integer> disputed = now.disputed();
    Map<Integer, String> open = OpenSlots.of(now);
    Map<PartitionId, Shard> left = unfinished.all();
    List<Partition> partitions = new ArrayList<>();
    for (SlotRange range : ranges.of(owners, look.unfinished().keySet())) {
      PartitionId id = range.id();
      String to = look.target(id);
      String owner = owner(owners, range, to);
      // one that was finished since is seen in the next look
      boolean unsettled = moves.isRunning(id) || (to != null && !left.containsKey(id));
      for (int slot = range.first(); slot <= range.last(); slot++) {
        // what we began and left is not on its way: it waits to be ordered again
        unsettled |= to == null && (disputed.contains(slot) || open.containsKey(slot));
      }
      if (unsettled) {
        inTransition.add(id);
      }
      partitions.add(
          new Partition(
              id,
              KEYS,
              owner == null ? null : live.get(owner),
              sizes.of(range.slots()),
              null,
              owner == null ? List.of() : followers.getOrDefault(owner, List.of())));
    }
    return partitions;
  }

  /** Ranges that wait for people: those that others left open, and those whose target is dead. */
  private List<Gap> leftOpen(Look look, List<PartitionId> inTransition) throws PortException {
    Views now = look.now();
    Map<Integer, String> open = OpenSlots.of(now, look.unfinished().keySet());
    List<Gap> gaps = new ArrayList<>();
    for (Map.Entry<PartitionId, Shard> left : new TreeMap<>(look.unfinished()).entrySet()) {
      PartitionId id = left.getKey();
      Shard to = left.getValue();
      OpenSlotCase.ofWaiting(id, to, now, connections)
          .map(found -> new Gap(Gap.Kind.MOVE_CUT_OFF, id.value(), found.whole()))
          .ifPresent(gaps::add);
    }
    for (PartitionId id : inTransition) {
      SlotRange.of(id).stream()
          .flatMapToInt(SlotRange::slots)
          .filter(open::containsKey)
          .boxed()
          .findFirst()
          .map(slot -> OpenSlotCase.ofStrangers(slot, open.getOrDefault(slot, ""), now))
          .ifPresent(
              found -> gaps.add(new Gap(Gap.Kind.MOVE_LEFT_OPEN, id.value(), found.whole())));
    }
    return gaps;
  }

  /** Who has the range; while it is being moved, the node that still has some of it. */
  private static @Nullable String owner(
      @Nullable String[] owners, SlotRange range, @Nullable String to) {
    for (int slot = range.first(); slot <= range.last(); slot++) {
      String owner = owners[slot];
      if (to == null || !to.equals(owner)) {
        return owner;
      }
    }
    return to;
  }

  /**
   * Whether a primary has its keys still when it starts again. One that has not would be back,
   * empty, before a follower takes over, and its followers would become empty with it.
   */
  private boolean keepsItsKeys(Member member) {
    try {
      return Persistence.of(connections, member.address()).keepsAll();
    } catch (PortException e) {
      return false;
    }
  }

  private Node node(Member member, List<Gap> gaps) {
    NodeId id = new NodeId(member.address());
    String incarnation = "unknown";
    try {
      incarnation =
          Figures.parse(connections.ask(member.address(), node -> node.info("server")))
              .told()
              .getOrDefault("run_id", incarnation);
    } catch (PortException e) {
      // the sample says so
    }
    @Nullable SortedMap<String, String> set = null;
    SortedMap<String, Effect> effects = new TreeMap<>();
    try {
      Map<String, String> answer =
          connections.ask(member.address(), node -> node.configGet(asked.toArray(new String[0])));
      SortedMap<String, String> told = new TreeMap<>(answer);
      told.keySet().stream()
          .filter(OnlineSettings.DEFAULTS::containsKey)
          .forEach(key -> effects.put(key, Effect.ONLINE));
      told.entrySet().removeIf(OnlineSettings::isDefault);
      set = told;
    } catch (PortException e) {
      gaps.add(
          new Gap(
              Gap.Kind.SETTINGS_UNREADABLE,
              member.address(),
              Sentence.of("it does not tell its settings: %s", String.valueOf(e.getMessage()))));
    }
    return new Node(id, incarnation, new Known.None<>(), false, false, set, false, effects);
  }
}
