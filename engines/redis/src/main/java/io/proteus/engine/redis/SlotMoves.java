package io.proteus.engine.redis;

import io.proteus.core.cluster.PartitionId;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.PortException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.params.MigrateParams;

/**
 * Moves slots key by key, in the background. A move is noted before it begins and struck off once
 * all primaries know of it, so that whoever comes after a crash finishes it in mid-slot.
 */
final class SlotMoves implements AutoCloseable {
  private static final int KEYS_AT_ONCE = 500;
  private static final int MOVES_AT_ONCE = 4;
  private static final int ATTEMPTS = 5;
  private static final long BETWEEN_ATTEMPTS_MS = 1000;
  private static final int LOOKS = 50;
  private static final long BETWEEN_LOOKS_MS = 100;

  private final RedisSettings settings;
  private final Notes notes;
  private final FileClaims claims;
  private final Supplier<Collection<String>> addresses;
  private final Set<PartitionId> running = ConcurrentHashMap.newKeySet();
  private final Map<PartitionId, String> failures = new ConcurrentHashMap<>();
  private final ExecutorService workers =
      Executors.newFixedThreadPool(
          MOVES_AT_ONCE,
          task -> {
            Thread thread = new Thread(task, "redis-moves");
            thread.setDaemon(true);
            return thread;
          });

  SlotMoves(
      RedisSettings settings,
      Notes notes,
      FileClaims claims,
      Supplier<Collection<String>> addresses) {
    this.settings = settings;
    this.notes = notes;
    this.claims = claims;
    this.addresses = addresses;
  }

  boolean isRunning(PartitionId partition) {
    return running.contains(partition);
  }

  /** Begins or resumes a move; nothing where it is on its way already. */
  void begin(SlotRange range, Member to) throws PortException {
    PartitionId id = range.id();
    if (!running.add(id)) {
      return;
    }
    boolean begun = false;
    try {
      String before = failures.remove(id);
      if (before != null) {
        throw new PortException("%s stopped on its way: %s".formatted(id, before));
      }
      Connections own = new Connections(settings);
      try {
        Views now = Views.look(own, addresses.get());
        refuseStrangers(range, now);
        refuseLargeKeys(own, range, to, now);
        notes.began(id, to.id());
        Claim permit = claims.held();
        workers.execute(() -> carryOut(own, range, to, permit));
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

  private void refuseStrangers(SlotRange range, Views now) throws PortException {
    String ours = notes.moves().get(range.id());
    for (Map.Entry<Integer, String> open : now.open().entrySet()) {
      int slot = open.getKey();
      boolean within = slot >= range.first() && slot <= range.last();
      if (within && !open.getValue().equals(ours)) {
        throw new PortException(
            "slot %d of %s is being moved to %s, and not by Proteus. Finish that, or undo it with CLUSTER SETSLOT %d STABLE."
                .formatted(slot, range.id(), name(now, open.getValue()), slot));
      }
    }
  }

  private static String name(Views now, String id) {
    Member member = now.members().get(id);
    return member == null ? id : member.address();
  }

  private void refuseLargeKeys(Connections own, SlotRange range, Member to, Views now)
      throws PortException {
    @Nullable String[] owners = now.owners();
    for (int slot = range.first(); slot <= range.last(); slot++) {
      String owner = owners[slot];
      Member from = owner == null ? null : now.members().get(owner);
      if (from == null) {
        throw new PortException(
            "slot %d of %s is served by no node, so that it cannot be moved."
                .formatted(slot, range.id()));
      }
      if (!from.id().equals(to.id())) {
        int at = slot;
        long keys = own.ask(from.address(), node -> node.clusterCountKeysInSlot(at));
        if (keys > 0) {
          refuseLargeKeys(own, from, slot, keys);
        }
      }
    }
  }

  private void refuseLargeKeys(Connections own, Member from, int slot, long keys)
      throws PortException {
    int count = Math.toIntExact(Math.min(keys, Integer.MAX_VALUE));
    List<byte[]> all =
        own.ask(from.address(), node -> node.clusterGetKeysInSlotBinary(slot, count));
    for (int begin = 0; begin < all.size(); begin += KEYS_AT_ONCE) {
      List<byte[]> some = all.subList(begin, Math.min(all.size(), begin + KEYS_AT_ONCE));
      List<Long> sizes = own.ask(from.address(), node -> sizes(node, some));
      for (int key = 0; key < some.size(); key++) {
        if (sizes.get(key) > settings.largestKey().bytes()) {
          throw new PortException(
              "slot %d has the key '%s' of %,d bytes, more than engine.largestKey allows (%s): it would block its node. The slot stays on %s."
                  .formatted(
                      slot,
                      new String(some.get(key), StandardCharsets.UTF_8),
                      sizes.get(key),
                      settings.largestKey(),
                      from.address()));
        }
      }
    }
  }

  private static List<Long> sizes(Jedis node, List<byte[]> keys) {
    Pipeline pipeline = node.pipelined();
    List<Response<Long>> answers = new ArrayList<>();
    keys.forEach(key -> answers.add(pipeline.memoryUsage(key)));
    pipeline.sync();
    return answers.stream()
        .map(Response::get)
        .map(size -> Objects.requireNonNullElse(size, 0L))
        .toList();
  }

  /** A node that is just joining, or failing over, answers a little later. */
  private void carryOut(Connections own, SlotRange range, Member to, @Nullable Claim permit) {
    try (own) {
      for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
        try {
          move(own, range, to, permit);
          failures.remove(range.id());
          return;
        } catch (ClaimLost e) {
          failures.put(range.id(), String.valueOf(e.getMessage()));
          return;
        } catch (PortException e) {
          failures.put(range.id(), String.valueOf(e.getMessage()));
          Thread.sleep(BETWEEN_ATTEMPTS_MS);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      running.remove(range.id());
    }
  }

  private void move(Connections own, SlotRange range, Member to, @Nullable Claim permit)
      throws PortException, InterruptedException {
    Views now = Views.look(own, addresses.get());
    for (int slot = range.first(); slot <= range.last(); slot++) {
      String open = now.open().get(slot);
      if (open != null && !open.equals(to.id())) {
        // its own target first: some of its keys are there
        move(own, now, slot, now.member(open), permit);
        now = Views.look(own, addresses.get());
      }
      move(own, now, slot, to, permit);
    }
    awaitAgreement(own, range, to);
    notes.finished(range.id());
  }

  private void move(Connections own, Views now, int slot, Member to, @Nullable Claim permit)
      throws PortException, InterruptedException {
    ask(permit);
    Member from = now.member(now.ownerSeenBy(to, slot));
    if (!from.id().equals(to.id())) {
      own.ask(to.address(), node -> node.clusterSetSlotImporting(slot, from.id()));
      own.ask(from.address(), node -> node.clusterSetSlotMigrating(slot, to.id()));
      moveKeys(own, slot, from, to, permit);
      ask(permit);
      own.ask(to.address(), node -> node.clusterSetSlotNode(slot, to.id()));
      own.ask(from.address(), node -> node.clusterSetSlotNode(slot, to.id()));
    }
    for (Map.Entry<String, Map<String, Member>> view : now.of().entrySet()) {
      boolean told = !from.id().equals(to.id()) && view.getKey().equals(from.address());
      if (!told && !to.id().equals(Views.owner(view.getValue(), slot))) {
        own.ask(view.getKey(), node -> node.clusterSetSlotNode(slot, to.id()));
      }
    }
  }

  private static void ask(@Nullable Claim permit) throws PortException, InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (permit != null) {
      permit.confirm();
    }
  }

  private void moveKeys(Connections own, int slot, Member from, Member to, @Nullable Claim permit)
      throws PortException, InterruptedException {
    while (true) {
      List<byte[]> keys =
          own.ask(from.address(), node -> node.clusterGetKeysInSlotBinary(slot, KEYS_AT_ONCE));
      if (keys.isEmpty()) {
        return;
      }
      List<Long> sizes = own.ask(from.address(), node -> sizes(node, keys));
      int begin = 0;
      while (begin < keys.size()) {
        int end = begin;
        long bytes = 0;
        while (end < keys.size()
            && (end == begin || bytes + sizes.get(end) <= settings.batch().bytes())) {
          bytes += sizes.get(end++);
        }
        ask(permit);
        migrate(own, from, to, keys.subList(begin, end));
        begin = end;
      }
    }
  }

  /** Its source has the truth until it has handed the key over, so a copy there is replaced. */
  private void migrate(Connections own, Member from, Member to, List<byte[]> keys)
      throws PortException {
    MigrateParams how = MigrateParams.migrateParams().replace();
    String password = own.password();
    String user = own.user();
    if (password != null && user != null) {
      how.auth2(user, password);
    } else if (password != null) {
      how.auth(password);
    }
    int millis = Math.toIntExact(settings.timeout().toMillis());
    int colon = to.address().lastIndexOf(':');
    String host = to.address().substring(0, colon);
    int port = Integer.parseInt(to.address().substring(colon + 1));
    own.ask(
        from.address(), node -> node.migrate(host, port, millis, how, keys.toArray(new byte[0][])));
  }

  private void awaitAgreement(Connections own, SlotRange range, Member to)
      throws PortException, InterruptedException {
    for (int look = 0; look < LOOKS; look++) {
      Views now = Views.look(own, addresses.get());
      boolean agreed = now.well();
      for (Map<String, Member> view : now.of().values()) {
        Member owner = view.get(to.id());
        agreed &= owner != null && owner.slots().nextClearBit(range.first()) > range.last();
      }
      if (agreed) {
        return;
      }
      Thread.sleep(BETWEEN_LOOKS_MS);
    }
    throw new PortException(
        "not all nodes agree that %s is on %s.".formatted(range.id(), to.address()));
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
