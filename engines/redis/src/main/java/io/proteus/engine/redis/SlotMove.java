package io.proteus.engine.redis;

import io.proteus.core.port.PortException;
import io.proteus.engine.redis.SlotOrders.State;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Moves one range to a shard. Each try begins with a look at the cluster, and does what is left:
 * whoever is the primary of source and target now gets the orders, whatever became of the former.
 */
final class SlotMove implements AutoCloseable {
  /** Slots that are open together: their orders go out together, and are written once. */
  private static final int SLOTS_AT_ONCE = 64;

  /** After so many failures of servers that moved slots as a whole, keys are handed over. */
  private static final int MOST_FAILURES = 2;

  private static final int LOOKS = 300;
  private static final long BETWEEN_LOOKS_MS = 100;

  private final Connections own;
  private final Supplier<Collection<String>> addresses;
  private final Permit permit;
  private final KeyHandover handover;
  private final WholeSlots whole;
  private final LargeKeys large;
  private final boolean atomicMoves;
  private int failures;
  private volatile long lastProgressNanos = System.nanoTime();

  SlotMove(
      RedisSettings settings,
      Connections own,
      Supplier<Collection<String>> addresses,
      Permit permit) {
    this.own = own;
    this.addresses = addresses;
    this.permit = permit;
    Runnable progress = () -> lastProgressNanos = System.nanoTime();
    this.handover = new KeyHandover(settings, own, permit, progress);
    this.whole = new WholeSlots(own, permit, progress);
    this.large = new LargeKeys(settings, own);
    this.atomicMoves = settings.atomicMoves();
  }

  /** A slot that has to wait for people. */
  static final class Stays extends PortException {
    private static final long serialVersionUID = 1L;

    Stays(String why) {
      super(why);
    }
  }

  /** When a key was last handed over, or the move began; of {@link System#nanoTime()}. */
  long lastProgressNanos() {
    return lastProgressNanos;
  }

  /**
   * Carries slots on to their shard that are open on their way to it, or half of which are there.
   */
  void finishOpen(SlotRange range, Shard to) throws PortException, InterruptedException {
    Views now = lookBesideNoOther(range);
    Member target = leader(now, range, to);
    Set<Integer> half = half(own, now, range, to, target);
    move(now, List.copyOf(half), to, target);
  }

  /**
   * Slots of a range that a shard does not serve yet, and that are on their way to it or have keys
   * there.
   */
  static Set<Integer> half(Connections own, Views now, SlotRange range, Shard to, Member target)
      throws PortException {
    @Nullable String[] owners = now.owners();
    List<Integer> others =
        range.slots().filter(slot -> !target.id().equals(owners[slot])).boxed().toList();
    Map<Integer, Long> there = own.ask(target.address(), node -> SlotOrders.counts(node, others));
    Map<Integer, String> open = OpenSlots.of(now);
    Map<Integer, Long> half = new TreeMap<>(there);
    half.entrySet()
        .removeIf(
            slot ->
                slot.getValue() == 0
                    && !to.has(open.getOrDefault(slot.getKey(), ""))
                    && !target.id().equals(open.get(slot.getKey())));
    return half.keySet();
  }

  /** Moves all of a range, and returns once all nodes agree. */
  void all(SlotRange range, Shard to) throws PortException, InterruptedException {
    Views now = lookBesideNoOther(range);
    Member target = leader(now, range, to);
    if (!wholly(now, range, to, target)) {
      byKeys(now, range, to, target);
    }
    awaitAgreement(range, to);
  }

  /**
   * A look once no servers move any slot of a range as a whole: what was begun goes on by itself,
   * and what has failed a target cleans up, which takes nothing meanwhile.
   */
  private Views lookBesideNoOther(SlotRange range) throws PortException, InterruptedException {
    Views now = look();
    List<Integer> slots = range.slots().boxed().toList();
    boolean isMoved =
        now.selves().stream().anyMatch(self -> slots.stream().anyMatch(self.whole()::containsKey));
    if (isMoved || failures > 0) {
      whole.awaitEnd(now.primaries(), slots);
      return look();
    }
    return now;
  }

  /** Has servers move a range as a whole; answers whether they could. */
  private boolean wholly(Views now, SlotRange range, Shard to, Member target)
      throws PortException, InterruptedException {
    List<Integer> slots = range.slots().boxed().toList();
    Map<Member, List<Integer>> bySource = bySource(sources(now, slots, to, target), target);
    if (!atomicMoves
        || bySource.isEmpty()
        || !WholeSlots.areKnownTo(own, bySource.keySet(), target)) {
      return false;
    }
    if (failures >= MOST_FAILURES || !half(own, now, range, to, target).isEmpty()) {
      // they were not looked for before, as servers that move all as a whole do not mind them
      for (Map.Entry<Member, List<Integer>> source : bySource.entrySet()) {
        large.refuse(source.getKey(), source.getValue());
      }
      return false;
    }
    for (Map.Entry<Member, List<Integer>> source : bySource.entrySet()) {
      String failed = whole.move(source.getValue(), source.getKey(), target).orElse(null);
      if (failed != null) {
        failures++;
        throw new PortException("%s was not moved as a whole: %s".formatted(range.id(), failed));
      }
    }
    return true;
  }

  private void byKeys(Views now, SlotRange range, Shard to, Member target)
      throws PortException, InterruptedException {
    for (int first = range.first(); first <= range.last(); first += SLOTS_AT_ONCE) {
      int end = Math.min(range.last() + 1, first + SLOTS_AT_ONCE);
      move(now, IntStream.range(first, end).boxed().toList(), to, target);
    }
  }

  private Views look() throws PortException {
    return Views.look(own, addresses.get());
  }

  private static Member leader(Views now, SlotRange range, Shard to) throws PortException {
    return to.leader(now)
        .orElseThrow(
            () ->
                new PortException(
                    "%s, to which %s is on its way, is dead, and nobody has taken over from it."
                        .formatted(to.name(now), range.id())));
  }

  private void move(Views now, List<Integer> slots, Shard to, Member target)
      throws PortException, InterruptedException {
    Map<Integer, Member> sources = sources(now, slots, to, target);
    Map<Integer, String> stay = new TreeMap<>();
    for (Map.Entry<Member, List<Integer>> source : bySource(sources, target).entrySet()) {
      stay.putAll(move(now, source.getValue(), source.getKey(), to, target));
    }
    for (Map.Entry<String, Map<String, Member>> view : now.of().entrySet()) {
      List<Integer> untold =
          slots.stream()
              .filter(slot -> !stay.containsKey(slot))
              .filter(slot -> !isTold(view.getKey(), sources.get(slot), target))
              .filter(slot -> !target.id().equals(Views.owner(view.getValue(), slot)))
              .toList();
      set(view.getKey(), untold, State.NODE, target);
      close(view.getKey(), view.getValue(), slots, stay.keySet());
    }
    if (!stay.isEmpty()) {
      throw new Stays(String.join(" ", stay.values()));
    }
  }

  /** The slots that others than the target have. */
  private static Map<Member, List<Integer>> bySource(Map<Integer, Member> sources, Member target) {
    Map<Member, List<Integer>> bySource = new LinkedHashMap<>();
    sources.forEach(
        (slot, from) -> {
          if (!from.id().equals(target.id())) {
            bySource.computeIfAbsent(from, source -> new ArrayList<>()).add(slot);
          }
        });
    return bySource;
  }

  /** Ends orders of earlier tries, which a node keeps after the slot has gone elsewhere. */
  private void close(
      String address, Map<String, Member> view, List<Integer> slots, Set<Integer> stay)
      throws PortException, InterruptedException {
    List<Integer> left =
        view.values().stream()
            .filter(Member::isMyself)
            .flatMap(
                myself ->
                    Stream.concat(
                        myself.open().keySet().stream(), myself.coming().keySet().stream()))
            .filter(slot -> slots.contains(slot) && !stay.contains(slot))
            .distinct()
            .toList();
    if (!left.isEmpty()) {
      permit.ask();
      own.ask(address, node -> SlotOrders.close(node, left));
    }
  }

  /**
   * Who has each slot. One that was handed over to a primary which died before its successor heard
   * of it is of nobody: all of its keys are at the target.
   */
  private static Map<Integer, Member> sources(
      Views now, List<Integer> slots, Shard to, Member target) throws PortException {
    @Nullable String[] owners = now.owners();
    Map<Integer, Member> sources = new HashMap<>();
    for (int slot : slots) {
      String owner = owners[slot];
      Member from = owner == null ? null : now.members().get(owner);
      boolean handedOver =
          !now.isLive(from)
              && now.of().values().stream()
                  .map(view -> Views.owner(view, slot))
                  .anyMatch(id -> id != null && to.has(id));
      if (handedOver) {
        sources.put(slot, target);
      } else if (from != null && now.isLive(from)) {
        sources.put(slot, from);
      } else {
        throw new PortException("slot %d is served by no live node.".formatted(slot));
      }
    }
    return sources;
  }

  /** Whether a node was told when its slot was moved. */
  private static boolean isTold(String address, @Nullable Member source, Member to) {
    return source != null && !source.id().equals(to.id()) && address.equals(source.address());
  }

  /** Answers which slots stay open, each with its reason. */
  private Map<Integer, String> move(
      Views now, List<Integer> slots, Member from, Shard shard, Member to)
      throws PortException, InterruptedException {
    OtherDatabases.refuse(own, from);
    Map<String, Member> seen = now.of().getOrDefault(to.address(), Map.of());
    // a node keeps to the former source of a slot that it takes over
    List<Integer> mistaken =
        slots.stream().filter(slot -> !from.id().equals(Views.owner(seen, slot))).toList();
    set(to.address(), mistaken, State.NODE, from);
    set(to.address(), slots, State.IMPORTING, from);
    set(from.address(), slots, State.MIGRATING, to);
    Map<Integer, String> stay = handover.all(slots, from, to);
    List<Integer> moved = slots.stream().filter(slot -> !stay.containsKey(slot)).toList();
    endOtherImports(now, moved, shard, to);
    takeOver(moved, from, to);
    set(from.address(), moved, State.NODE, to);
    return stay;
  }

  /**
   * Has the target serve slots. A key that their source got meanwhile, as from a client after a
   * failover or in another database, would be lost: then nothing is ordered, and the next try hands
   * it over.
   */
  private void takeOver(List<Integer> slots, Member from, Member to)
      throws PortException, InterruptedException {
    if (slots.isEmpty()) {
      return;
    }
    permit.ask();
    Map<Integer, Long> left = OtherDatabases.counts(own, from, slots);
    for (Map.Entry<Integer, Long> keys : left.entrySet()) {
      if (keys.getValue() > 0) {
        throw new PortException(
            "%s got %d keys of slot %d while the slot was handed over to %s. They follow."
                .formatted(from.address(), keys.getValue(), keys.getKey(), to.address()));
      }
    }
    own.ask(to.address(), node -> SlotOrders.set(node, slots, State.NODE, to.id()));
  }

  /** A former primary of the shard does not take slots over that their source gives away. */
  private void endOtherImports(Views now, List<Integer> slots, Shard shard, Member to)
      throws PortException, InterruptedException {
    if (slots.isEmpty()) {
      return;
    }
    Member dead = FormerPrimaries.awaited(own, shard, now).orElse(null);
    if (dead != null) {
      throw new PortException(OpenSlotCase.ofAwaited(dead, to).whole() + ".");
    }
    for (Member former : FormerPrimaries.of(shard, to, now)) {
      if (now.isLive(former)) {
        permit.ask();
        own.ask(former.address(), node -> SlotOrders.close(node, slots));
      }
    }
  }

  private void set(String address, List<Integer> slots, State state, Member other)
      throws PortException, InterruptedException {
    if (!slots.isEmpty()) {
      permit.ask();
      own.ask(address, node -> SlotOrders.set(node, slots, state, other.id()));
    }
  }

  private void awaitAgreement(SlotRange range, Shard to)
      throws PortException, InterruptedException {
    for (int look = 0; look < LOOKS; look++) {
      Views now = look();
      Member target = leader(now, range, to);
      boolean agreed = now.well();
      List<Map<String, Member>> views = new ArrayList<>(now.of().values());
      // a follower that has not heard of it would take the range back when its primary dies
      views.addAll(now.ofFollowers(own));
      for (Map<String, Member> view : views) {
        Member owner = view.get(target.id());
        agreed &= owner != null && owner.slots().nextClearBit(range.first()) > range.last();
      }
      if (agreed) {
        return;
      }
      Thread.sleep(BETWEEN_LOOKS_MS);
    }
    throw new PortException(
        "not all nodes agree that %s is on %s.".formatted(range.id(), to.name(look())));
  }

  @Override
  public void close() {
    own.close();
  }
}
