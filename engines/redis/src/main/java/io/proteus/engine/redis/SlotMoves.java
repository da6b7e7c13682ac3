package io.proteus.engine.redis;

import io.proteus.core.cluster.PartitionId;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Moves slots key by key, in the background, some slots at a time. A move is noted before it begins
 * and struck off once all primaries know of it, so that whoever comes after a crash finishes it in
 * mid-slot. A shard that fails over meanwhile is followed to its new primary.
 */
final class SlotMoves implements AutoCloseable {
  private static final int MOVES_AT_ONCE = 4;
  private static final long BETWEEN_ATTEMPTS_MS = 250;

  /**
   * How long a move goes on without one key handed over: twice what a failover takes with the
   * stores' own {@code cluster-node-timeout} of 15 s, and within what a step waits for.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final RedisSettings settings;
  private final UnfinishedMoves unfinished;
  private final Supplier<@Nullable Claim> claim;
  private final Supplier<Collection<String>> addresses;
  private final SlotSizes sizes;
  private final Set<PartitionId> running = ConcurrentHashMap.newKeySet();

  /** What this process began, or took up once, and did not finish. */
  private final Map<PartitionId, Shard> ours = new ConcurrentHashMap<>();

  private final Map<PartitionId, String> failures = new ConcurrentHashMap<>();
  private final ExecutorService workers =
      Executors.newFixedThreadPool(
          MOVES_AT_ONCE,
          task -> {
            Thread thread = new Thread(task, "redis-moves");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * @param claim that is held now; null where none is
   * @param addresses of nodes to begin a look at
   * @param sizes of slots, by which a target without memory for them is refused
   */
  SlotMoves(
      RedisSettings settings,
      UnfinishedMoves unfinished,
      Supplier<@Nullable Claim> claim,
      Supplier<Collection<String>> addresses,
      SlotSizes sizes) {
    this.settings = settings;
    this.unfinished = unfinished;
    this.claim = claim;
    this.addresses = addresses;
    this.sizes = sizes;
  }

  boolean isRunning(PartitionId partition) {
    return running.contains(partition);
  }

  /**
   * Begins or resumes a move; nothing where it is on its way already. What an earlier move of the
   * range left open is finished first, and beside it what others left.
   */
  void begin(SlotRange range, Member to) throws PortException {
    if (running.add(range.id())) {
      beginNoted(range, to);
      finishOthers();
    }
  }

  /** Moves of another run that was cut off, to shards that live: nobody carries on with them. */
  Set<PartitionId> left() throws PortException {
    Map<PartitionId, Shard> left = unfinished.all();
    left.entrySet()
        .removeIf(
            move ->
                running.contains(move.getKey()) || move.getValue().equals(ours.get(move.getKey())));
    if (left.isEmpty()) {
      return Set.of();
    }
    try (Connections own = new Connections(settings)) {
      Views now = Views.look(own, addresses.get());
      left.values().removeIf(to -> to.leader(now).isEmpty());
    }
    return left.keySet();
  }

  /** Moves that a crash or a dead node cut off go on. */
  void finishOthers() {
    try (Connections own = new Connections(settings)) {
      Views now = Views.look(own, addresses.get());
      for (Map.Entry<PartitionId, Shard> left : unfinished.all().entrySet()) {
        SlotRange range = SlotRange.of(left.getKey()).orElse(null);
        Member to = left.getValue().leader(now).orElse(null);
        if (range != null && to != null && running.add(range.id())) {
          ours.put(range.id(), left.getValue());
          beginNoted(range, to);
        }
      }
    } catch (PortException e) {
      // they stay noted, the doctor names them, and the next move tries again
    }
  }

  private void beginNoted(SlotRange range, Member to) throws PortException {
    PartitionId id = range.id();
    boolean begun = false;
    try {
      String before = failures.remove(id);
      if (before != null) {
        throw new PortException("%s stopped on its way: %s".formatted(id, before));
      }
      Connections own = new Connections(settings);
      try {
        Views now = Views.look(own, addresses.get());
        Shard left = left(range, now);
        boolean same = left != null && left.leader(now).filter(to::isSameAs).isPresent();
        Obstacles obstacles = new Obstacles(settings, own, now, range, to);
        obstacles.refuseStrangers(left);
        if (!same) {
          obstacles.refuseOldKeys();
          obstacles.refuseOlderTarget();
          obstacles.refuseWithoutRoom(sizes, coming(to));
        }
        obstacles.refuseKeysThatStay();
        // whoever followed when it was begun may have its keys
        Shard shard = same && left != null ? left.alsoFollowedBy(to, now) : Shard.of(to, now);
        if (same || left == null) {
          unfinished.began(id, shard);
        }
        ours.put(id, shard);
        Shard first = same ? null : left;
        SlotMove move = new SlotMove(settings, own, addresses, new Permit(claim.get()));
        workers.execute(() -> carryOut(move, range, first, shard));
        begun = true;
      } finally {
        if (!begun) {
          own.close();
        }
      }
    } finally {
      if (!begun) {
        running.remove(id);
      }
    }
  }

  /** The size of the ranges that this process moves to a node just now. */
  private ByteSize coming(Member to) {
    return sizes.of(
        ours.entrySet().stream()
            .filter(move -> running.contains(move.getKey()) && move.getValue().has(to.id()))
            .flatMap(move -> SlotRange.of(move.getKey()).stream())
            .flatMapToInt(SlotRange::slots));
  }

  /** Where an earlier move of a range went; null where none was left, or its keys are given up. */
  private @Nullable Shard left(SlotRange range, Views now) throws PortException {
    Shard left = unfinished.all().get(range.id());
    if (left == null || left.isForgotten(now)) {
      return null;
    }
    if (left.leader(now).isEmpty()) {
      throw new PortException(
          "%s was on its way to %s, which is dead, and has some of its keys. Start it again; or give these keys up and strike it off with CLUSTER FORGET %s on all nodes."
              .formatted(range.id(), left.name(now), left.primary()));
    }
    return left;
  }

  /**
   * @param left where an earlier move of the range went, which is finished first; null for none
   */
  private void carryOut(SlotMove move, SlotRange range, @Nullable Shard left, Shard to) {
    PartitionId id = range.id();
    Shard first = left;
    try (move) {
      boolean goesOn = true;
      while (goesOn) {
        try {
          if (first != null) {
            move.finishOpen(range, first);
            unfinished.began(id, to);
            first = null;
          }
          move.all(range, to);
          unfinished.finished(id);
          ours.remove(id);
          failures.remove(id);
          return;
        } catch (ClaimLost | SlotMove.Stays e) {
          failures.put(id, String.valueOf(e.getMessage()));
          return;
        } catch (PortException e) {
          failures.put(id, String.valueOf(e.getMessage()));
          goesOn = System.nanoTime() - move.lastProgressNanos() < PATIENCE.toNanos();
          Thread.sleep(BETWEEN_ATTEMPTS_MS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      running.remove(id);
    }
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
