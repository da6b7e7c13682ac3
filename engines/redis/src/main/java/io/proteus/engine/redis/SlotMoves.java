package io.proteus.engine.redis;

import io.proteus.core.cluster.PartitionId;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.PortException;
import io.proteus.engine.file.FileClaims;
import io.proteus.engine.redis.SlotOrders.State;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.params.MigrateParams;

/**
 * Moves slots key by key, in the background, some slots at a time. A move is noted before it begins
 * and struck off once all primaries know of it, so that whoever comes after a crash finishes it in
 * mid-slot.
 */
final class SlotMoves implements AutoCloseable {
  private static final int KEYS_AT_ONCE = 500;

  /** Slots that are open together: their orders go out together, and are written once. */
  private static final int SLOTS_AT_ONCE = 64;

  private static final int MOVES_AT_ONCE = 4;
  private static final int ATTEMPTS = 5;
  private static final long BETWEEN_ATTEMPTS_MS = 1000;
  private static final int LOOKS = 50;
  private static final long BETWEEN_LOOKS_MS = 100;

  private final RedisSettings settings;
  private final UnfinishedMoves unfinished;
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
      UnfinishedMoves unfinished,
      FileClaims claims,
      Supplier<Collection<String>> addresses) {
    this.settings = settings;
    this.unfinished = unfinished;
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
        unfinished.began(id, to.id());
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
    String ours = unfinished.all().get(range.id());
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
    Map<Member, List<Integer>> bySource = new LinkedHashMap<>();
    for (int slot = range.first(); slot <= range.last(); slot++) {
      String owner = owners[slot];
      Member from = owner == null ? null : now.members().get(owner);
      if (from == null) {
        throw new PortException(
            "slot %d of %s is served by no node, so that it cannot be moved."
                .formatted(slot, range.id()));
      }
      if (!from.id().equals(to.id())) {
        bySource.computeIfAbsent(from, source -> new ArrayList<>()).add(slot);
      }
    }
    for (Map.Entry<Member, List<Integer>> source : bySource.entrySet()) {
      refuseLargeKeys(own, source.getKey(), source.getValue());
    }
  }

  private void refuseLargeKeys(Connections own, Member from, List<Integer> slots)
      throws PortException {
    Map<Integer, Long> counts = own.ask(from.address(), node -> SlotOrders.counts(node, slots));
    List<Integer> some = new ArrayList<>();
    long keys = 0;
    for (int slot : slots) {
      some.add(slot);
      keys += counts.getOrDefault(slot, 0L);
      if (keys >= KEYS_AT_ONCE || slot == slots.get(slots.size() - 1)) {
        int most = Math.toIntExact(Math.min(keys, Integer.MAX_VALUE));
        List<Integer> asked = List.copyOf(some);
        Map<Integer, List<byte[]>> found =
            most == 0
                ? Map.of()
                : own.ask(from.address(), node -> SlotOrders.keys(node, asked, most));
        for (Map.Entry<Integer, List<byte[]>> slotKeys : found.entrySet()) {
          refuseLargeKeys(own, from, slotKeys.getKey(), slotKeys.getValue());
        }
        some.clear();
        keys = 0;
      }
    }
  }

  private void refuseLargeKeys(Connections own, Member from, int slot, List<byte[]> all)
      throws PortException {
    for (int begin = 0; begin < all.size(); begin += KEYS_AT_ONCE) {
      List<byte[]> some = all.subList(begin, Math.min(all.size(), begin + KEYS_AT_ONCE));
      List<Long> sizes = own.ask(from.address(), node -> SlotOrders.sizes(node, some));
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
    for (Map.Entry<Integer, String> open : now.open().entrySet()) {
      int slot = open.getKey();
      boolean within = slot >= range.first() && slot <= range.last();
      if (within && !open.getValue().equals(to.id())) {
        // its own target first: some of its keys are there
        move(own, now, List.of(slot), now.member(open.getValue()), permit);
      }
    }
    now = Views.look(own, addresses.get());
    for (int first = range.first(); first <= range.last(); first += SLOTS_AT_ONCE) {
      int end = Math.min(range.last() + 1, first + SLOTS_AT_ONCE);
      move(own, now, IntStream.range(first, end).boxed().toList(), to, permit);
    }
    awaitAgreement(own, range, to);
    unfinished.finished(range.id());
  }

  private void move(
      Connections own, Views now, List<Integer> slots, Member to, @Nullable Claim permit)
      throws PortException, InterruptedException {
    ask(permit);
    Map<Integer, Member> sources = new HashMap<>();
    Map<Member, List<Integer>> bySource = new LinkedHashMap<>();
    for (int slot : slots) {
      Member from = now.member(now.ownerSeenBy(to, slot));
      sources.put(slot, from);
      if (!from.id().equals(to.id())) {
        bySource.computeIfAbsent(from, source -> new ArrayList<>()).add(slot);
      }
    }
    Map<Integer, String> stay = new TreeMap<>();
    for (Map.Entry<Member, List<Integer>> source : bySource.entrySet()) {
      stay.putAll(move(own, source.getValue(), source.getKey(), to, permit));
    }
    for (Map.Entry<String, Map<String, Member>> view : now.of().entrySet()) {
      List<Integer> untold =
          slots.stream()
              .filter(slot -> !stay.containsKey(slot))
              .filter(slot -> !isTold(view.getKey(), sources.get(slot), to))
              .filter(slot -> !to.id().equals(Views.owner(view.getValue(), slot)))
              .toList();
      set(own, view.getKey(), untold, State.NODE, to);
    }
    if (!stay.isEmpty()) {
      throw new PortException(String.join(" ", stay.values()));
    }
  }

  /** Whether a node was told when its slot was moved. */
  private static boolean isTold(String address, @Nullable Member source, Member to) {
    return source != null && !source.id().equals(to.id()) && address.equals(source.address());
  }

  /** Answers which slots stay open, each with its reason. */
  private Map<Integer, String> move(
      Connections own, List<Integer> slots, Member from, Member to, @Nullable Claim permit)
      throws PortException, InterruptedException {
    set(own, to.address(), slots, State.IMPORTING, from);
    set(own, from.address(), slots, State.MIGRATING, to);
    Map<Integer, String> stay = moveKeys(own, slots, from, to, permit);
    List<Integer> moved = slots.stream().filter(slot -> !stay.containsKey(slot)).toList();
    ask(permit);
    set(own, to.address(), moved, State.NODE, to);
    set(own, from.address(), moved, State.NODE, to);
    return stay;
  }

  private static void set(
      Connections own, String address, List<Integer> slots, State state, Member other)
      throws PortException {
    if (!slots.isEmpty()) {
      own.ask(address, node -> SlotOrders.set(node, slots, state, other.id()));
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

  /**
   * A slot in which a key has grown too large meanwhile stays open. Keys of it that are at its
   * target cannot come back: a source whose slot is open takes none, and while it is closed clients
   * would miss them. Both nodes serve an open slot, so that nothing is lost.
   */
  private Map<Integer, String> moveKeys(
      Connections own, List<Integer> slots, Member from, Member to, @Nullable Claim permit)
      throws PortException, InterruptedException {
    Map<Integer, String> stay = new TreeMap<>();
    List<Integer> left = slots;
    while (!left.isEmpty()) {
      List<Integer> asked = left;
      int most = Math.max(1, KEYS_AT_ONCE / asked.size());
      Map<Integer, List<byte[]>> found =
          own.ask(from.address(), node -> SlotOrders.keys(node, asked, most));
      List<byte[]> keys = found.values().stream().flatMap(List::stream).toList();
      List<Long> sizes = own.ask(from.address(), node -> SlotOrders.sizes(node, keys));
      leaveLargeKeys(found, sizes, from, to).forEach(stay::putIfAbsent);
      int at = 0;
      long bytes = 0;
      List<List<byte[]>> batch = new ArrayList<>();
      for (Map.Entry<Integer, List<byte[]>> ofSlot : found.entrySet()) {
        if (stay.containsKey(ofSlot.getKey())) {
          at += ofSlot.getValue().size();
          continue;
        }
        batch.add(new ArrayList<>());
        for (byte[] key : ofSlot.getValue()) {
          long size = sizes.get(at++);
          if (bytes > 0 && bytes + size > settings.batch().bytes()) {
            migrate(own, from, to, batch, permit);
            batch = new ArrayList<>(List.of(new ArrayList<>()));
            bytes = 0;
          }
          batch.get(batch.size() - 1).add(key);
          bytes += size;
        }
      }
      migrate(own, from, to, batch, permit);
      left = found.keySet().stream().filter(slot -> !stay.containsKey(slot)).toList();
    }
    return stay;
  }

  private Map<Integer, String> leaveLargeKeys(
      Map<Integer, List<byte[]>> found, List<Long> sizes, Member from, Member to) {
    Map<Integer, String> stay = new TreeMap<>();
    int at = 0;
    for (Map.Entry<Integer, List<byte[]>> ofSlot : found.entrySet()) {
      for (byte[] key : ofSlot.getValue()) {
        long size = sizes.get(at++);
        if (size > settings.largestKey().bytes()) {
          stay.put(
              ofSlot.getKey(),
              "slot %d has the key '%s', which has grown to %,d bytes on its way, more than engine.largestKey allows (%s). %s keeps it, and %s has the keys that were moved; both serve the slot. Make the key smaller or raise engine.largestKey, and order the move again."
                  .formatted(
                      ofSlot.getKey(),
                      new String(key, StandardCharsets.UTF_8),
                      size,
                      settings.largestKey(),
                      from.address(),
                      to.address()));
        }
      }
    }
    return stay;
  }

  /**
   * Hands one batch over, with an order for each slot. The source has the truth until it has handed
   * a key over, so a copy at its target is replaced.
   */
  private void migrate(
      Connections own, Member from, Member to, List<List<byte[]>> batch, @Nullable Claim permit)
      throws PortException, InterruptedException {
    List<List<byte[]>> orders = batch.stream().filter(keys -> !keys.isEmpty()).toList();
    if (orders.isEmpty()) {
      return;
    }
    ask(permit);
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
        from.address(),
        node ->
            SlotOrders.all(
                node,
                orders,
                (pipeline, keys) ->
                    pipeline.migrate(host, port, millis, how, keys.toArray(new byte[0][]))));
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
