package io.proteus.engine.redis;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.NodeCounters;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Placement;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Store;
import io.proteus.core.units.ByteSize;
import io.proteus.core.words.Sentence;
import io.proteus.engine.file.FileClaims;
import io.proteus.engine.file.Notes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.Response;

/** A cluster of Redis or Valkey that is looked at, and whose slots are moved. */
final class RedisStore implements Store, Placement {
  private final RedisSettings settings;
  private final Connections connections;
  private final UnfinishedMoves unfinishedMoves;
  private final FileClaims claims;
  private final LeavingMembers leaving;
  private final SlotMoves moves;
  private final TopologyAssembly assembly;
  private final SlotLoads loads = new SlotLoads();
  private final SlotSizes sizes = new SlotSizes();
  private final Map<String, CommandKinds> kinds = new ConcurrentHashMap<>();
  private volatile List<String> known = List.of();

  private RedisStore(
      RedisSettings settings, Connections connections, Notes notes, Set<String> startKeys) {
    this.settings = settings;
    this.connections = connections;
    this.unfinishedMoves = new UnfinishedMoves(notes);
    this.claims = new FileClaims(notes);
    this.leaving = new LeavingMembers(connections, notes);
    this.moves = new SlotMoves(settings, unfinishedMoves, claims::held, this::addresses, sizes);
    this.assembly =
        new TopologyAssembly(settings, connections, notes, moves, leaving, sizes, startKeys);
  }

  /** Reaches a cluster, and refuses what is none. */
  static RedisStore connect(RedisSettings settings, Set<String> startKeys) throws PortException {
    Connections connections = new Connections(settings);
    try {
      FirstLook.refuseOthers(connections, settings);
      RedisStore store =
          new RedisStore(
              settings, connections, new Notes(settings.folder(), settings.cluster()), startKeys);
      store.look();
      return store;
    } catch (PortException e) {
      connections.close();
      throw e;
    }
  }

  FileClaims claims() {
    return claims;
  }

  LeavingMembers leaving() {
    return leaving;
  }

  Connections connections() {
    return connections;
  }

  private Collection<String> addresses() {
    Set<String> all = new LinkedHashSet<>(known);
    settings.nodes().forEach(node -> all.add(node.toString()));
    return all;
  }

  /** Whether this process moves a range just now. */
  boolean isMoving(PartitionId partition) {
    return moves.isRunning(partition);
  }

  /** The cluster as its primaries see it now. */
  Views look() throws PortException {
    Views now = Views.look(connections, addresses());
    known = List.copyOf(now.of().keySet());
    return now;
  }

  /**
   * What is noted is read before and after, as moves begin and end meanwhile. A slot that nobody
   * seems to have noted may be on the way of a Proteus elsewhere that has just done so.
   */
  TopologyAssembly.Look lookBetweenMoves() throws PortException {
    Map<PartitionId, Shard> unfinished = new HashMap<>(unfinishedMoves.all());
    Views now = look();
    unfinished.putAll(unfinishedMoves.all());
    if (isOpenUnnoted(now, unfinished)) {
      unfinished.putAll(unfinishedMoves.allByNow());
    }
    if (isOpenUnnoted(now, unfinished)) {
      now = look();
      unfinished.putAll(unfinishedMoves.allByNow());
    }
    return new TopologyAssembly.Look(now, unfinished);
  }

  private static boolean isOpenUnnoted(Views now, Map<PartitionId, Shard> unfinished) {
    return !OpenSlots.of(now, unfinished.keySet()).isEmpty();
  }

  @Override
  public String clusterId() {
    return settings.cluster();
  }

  @Override
  public Topology topology() throws PortException {
    return assembly.topology(lookBetweenMoves(), List.of());
  }

  @Override
  public Sample sample() throws PortException {
    TopologyAssembly.Look look = lookBetweenMoves();
    Views now = look.now();
    Map<NodeId, NodeCounters> counters = new HashMap<>();
    List<Gap> gaps = new ArrayList<>();
    boolean measured = true;
    for (Member member : now.primaries()) {
      String why = now.silent().get(member.address());
      if (why == null) {
        try {
          Figures told = Figures.parse(connections.ask(member.address(), node -> node.info("all")));
          RequestCounters requests = told.requests(kinds(member));
          counters.put(new NodeId(member.address()), counters(told, requests));
          measured &= addSlots(member, told, requests);
          continue;
        } catch (PortException e) {
          why = String.valueOf(e.getMessage());
        }
      }
      gaps.add(
          new Gap(
              Gap.Kind.NODE_UNREADABLE,
              member.address(),
              Sentence.of("it tells nothing: %s", why)));
    }
    Topology topology = assembly.topology(look, gaps);
    if (!measured || counters.isEmpty()) {
      return new Sample(topology, Map.of(), counters, LoadBasis.APPORTIONED);
    }
    Map<PartitionId, RequestCounters> partitions = new HashMap<>();
    topology.partitions().stream()
        .filter(partition -> partition.node() != null && counters.containsKey(partition.node()))
        .forEach(
            partition ->
                SlotRange.of(partition.id())
                    .ifPresent(range -> partitions.put(partition.id(), loads.of(range))));
    return new Sample(topology, partitions, counters, LoadBasis.MEASURED);
  }

  private CommandKinds kinds(Member member) throws PortException {
    CommandKinds before = kinds.get(member.id());
    if (before != null) {
      return before;
    }
    CommandKinds told =
        CommandKinds.parse(
            connections.ask(member.address(), node -> node.sendCommand(Protocol.Command.COMMAND)));
    kinds.put(member.id(), told);
    return told;
  }

  /** What may be evicted is a cache, which is full for good; what may not is kept. */
  private static NodeCounters counters(Figures told, RequestCounters requests) {
    ByteSize data = told.size("used_memory_dataset");
    return new NodeCounters(
        requests.total(),
        told.count("keyspace_hits"),
        told.count("keyspace_misses"),
        null,
        told.size("used_memory"),
        told.size("maxmemory"),
        told.evicts() ? null : data,
        told.evicts() ? data : null,
        null,
        null,
        null,
        requests);
  }

  /** Notes what slots hold and take; answers whether the node measures the latter. */
  private boolean addSlots(Member member, Figures told, RequestCounters requests)
      throws PortException {
    Map<Integer, Long> keys = new HashMap<>();
    Map<Integer, Long> micros = new HashMap<>();
    if (told.told().containsKey("valkey_version")) {
      slotStatistics(member)
          .forEach(
              (slot, figures) -> {
                keys.put(slot, figures.getOrDefault("key-count", 0L));
                Long cpu = figures.get("cpu-usec");
                if (cpu != null) {
                  micros.put(slot, cpu);
                }
              });
    }
    if (keys.isEmpty() && !member.slots().isEmpty()) {
      keys.putAll(keyCounts(member));
    }
    sizes.holds(keys, told.bytesOfAKey());
    if (micros.isEmpty()) {
      return member.slots().isEmpty();
    }
    loads.add(member.address() + "/" + told.told().get("run_id"), requests, micros);
    return true;
  }

  private Map<Integer, Map<String, Long>> slotStatistics(Member member) {
    try {
      return SlotLoads.parse(
          connections.ask(
              member.address(),
              node ->
                  node.sendCommand(
                      Protocol.Command.CLUSTER, "SLOT-STATS", "SLOTSRANGE", "0", "16383")));
    } catch (PortException e) {
      return Map.of(); // an older version, or one without the right to ask
    }
  }

  private Map<Integer, Long> keyCounts(Member member) throws PortException {
    return connections.ask(member.address(), node -> keyCounts(node, member));
  }

  private static Map<Integer, Long> keyCounts(Jedis node, Member member) {
    Pipeline pipeline = node.pipelined();
    Map<Integer, Response<Object>> answers = new HashMap<>();
    member.slots().stream()
        .forEach(
            slot ->
                answers.put(
                    slot,
                    pipeline.sendCommand(
                        Protocol.Command.CLUSTER, "COUNTKEYSINSLOT", Integer.toString(slot))));
    pipeline.sync();
    Map<Integer, Long> counts = new HashMap<>();
    answers.forEach((slot, answer) -> counts.put(slot, ((Number) answer.get()).longValue()));
    return counts;
  }

  @Override
  public void move(PartitionId partition, NodeId to) throws PortException {
    TopologyAssembly.Look look = lookBetweenMoves();
    SlotRange range = SlotRange.of(partition).orElse(null);
    if (range == null || !assembly.has(look, range)) {
      throw new PortException("%s is no range of slots of this cluster.".formatted(partition));
    }
    moves.begin(range, primary(look.now(), to));
  }

  @Override
  public Set<PartitionId> leftMoves() throws PortException {
    return moves.left();
  }

  @Override
  public void finishLeftMoves() {
    moves.finishOthers();
  }

  /** A live primary by its name. */
  static Member primary(Views now, NodeId id) throws PortException {
    @Nullable Member member = now.at(id.value());
    if (member == null || !now.primaries().contains(member)) {
      throw new PortException("%s is no live primary of this cluster.".formatted(id));
    }
    return member;
  }

  @Override
  public void close() {
    moves.close();
    claims.close();
    connections.close();
  }
}
