package io.proteus.engine.redis;

import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What speaks against the move of a range, each with its sentence. It is looked for before the move
 * is noted, so that a refused one leaves nothing behind.
 *
 * @param to the target
 */
record Obstacles(RedisSettings settings, Connections own, Views now, SlotRange range, Member to) {

  /**
   * Slots of the range that others began to move.
   *
   * @param ours where an earlier move of the range went; null where none was left
   */
  void refuseStrangers(@Nullable Shard ours) throws PortException {
    String leader = ours == null ? null : ours.leader(now).map(Member::id).orElse(null);
    for (Map.Entry<Integer, String> open : OpenSlots.of(now).entrySet()) {
      int slot = open.getKey();
      String target = open.getValue();
      boolean isOurs = ours != null && (ours.has(target) || target.equals(leader));
      if (range.has(slot) && !isOurs) {
        throw new PortException(OpenSlotCase.ofStrangers(slot, target, now).whole() + ".");
      }
    }
  }

  /** They would be mixed with newer ones, and those that were deleted since would come back. */
  void refuseOldKeys() throws PortException {
    @Nullable String[] owners = now.owners();
    List<Integer> others =
        range.slots().filter(slot -> !to.id().equals(owners[slot])).boxed().toList();
    Map<Integer, Long> counts = OtherDatabases.counts(own, to, others);
    for (Map.Entry<Integer, Long> old : counts.entrySet()) {
      if (old.getValue() > 0) {
        throw new PortException(
            "%s has %d old keys of slot %d, which another node serves, as a primary has that comes back after its follower took over. Empty it with FLUSHALL; then slots can be moved there, or it can follow another with CLUSTER REPLICATE."
                .formatted(to.address(), old.getValue(), old.getKey()));
      }
    }
  }

  /**
   * A target without memory for the range.
   *
   * @param sizes of slots
   * @param coming of ranges that are on their way to the target
   */
  void refuseWithoutRoom(SlotSizes sizes, ByteSize coming) throws PortException {
    @Nullable String[] owners = now.owners();
    ByteSize size = sizes.of(range.slots().filter(slot -> !to.id().equals(owners[slot])));
    Room room = Room.of(Figures.whereAllowed(own, to, "memory"));
    String why = room.refusal(range, size, coming, to.address()).orElse(null);
    if (why != null) {
      throw new PortException(why);
    }
  }

  /** A target of an older version than a source: it would refuse the first key. */
  void refuseOlderTarget() throws PortException {
    ServerVersion target = version(to).orElse(null);
    for (Member source : bySource().keySet()) {
      ServerVersion its = version(source).orElse(null);
      if (target != null && its != null && its.isNewerThan(target)) {
        throw new PortException(
            "%s is of %s, and %s, from which %s would come, is of %s: an older version does not take keys from a newer one. Upgrade %s first, or move the range to another shard."
                .formatted(to.address(), target, source.address(), range.id(), its, to.address()));
      }
    }
  }

  private Optional<ServerVersion> version(Member member) throws PortException {
    return ServerVersion.of(Figures.whereAllowed(own, member, "server"));
  }

  /** Keys that cannot be handed over; servers that move slots as a whole move them. */
  void refuseKeysThatStay() throws PortException {
    Map<Member, List<Integer>> bySource = bySource();
    if (settings.atomicMoves() && WholeSlots.areKnownTo(own, bySource.keySet(), to)) {
      return;
    }
    LargeKeys large = new LargeKeys(settings, own);
    for (Map.Entry<Member, List<Integer>> source : bySource.entrySet()) {
      OtherDatabases.refuse(own, source.getKey());
      large.refuse(source.getKey(), source.getValue());
    }
  }

  /** The slots of the range that live nodes other than the target have. */
  private Map<Member, List<Integer>> bySource() {
    @Nullable String[] owners = now.owners();
    Map<Member, List<Integer>> bySource = new LinkedHashMap<>();
    for (int slot = range.first(); slot <= range.last(); slot++) {
      String owner = owners[slot];
      Member from = owner == null ? null : now.members().get(owner);
      if (from != null && now.isLive(from) && !from.id().equals(to.id())) {
        bySource.computeIfAbsent(from, source -> new ArrayList<>()).add(slot);
      }
    }
    return bySource;
  }
}
