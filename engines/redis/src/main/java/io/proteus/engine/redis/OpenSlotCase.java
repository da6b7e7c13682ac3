package io.proteus.engine.redis;

import io.proteus.core.cluster.PartitionId;
import io.proteus.core.words.Sentence;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Slots that nobody carries on with, in the words of plans and of the doctor.
 *
 * @param what is the matter
 * @param cure what a person can do
 */
record OpenSlotCase(Sentence what, Sentence cure) {
  /** A slot that somebody else began to move. */
  static OpenSlotCase ofStrangers(int slot, String to, Views now) {
    @Nullable String from = now.owners()[slot];
    String source = from == null ? "nobody" : name(from, now);
    if (now.selves().stream().anyMatch(self -> self.whole().containsKey(slot))) {
      return new OpenSlotCase(
          Sentence.of(
              "slot %d is being moved whole from %s to %s, and Proteus did not begin that",
              slot, source, name(to, now)),
          Sentence.of(
              "await its end, or end all that %s moves with CLUSTER CANCELSLOTMIGRATIONS", source));
    }
    return new OpenSlotCase(
        Sentence.of(
            "slot %d is open on its way from %s to %s, and Proteus did not begin that",
            slot, source, name(to, now)),
        Sentence.of("finish it, or undo it with CLUSTER SETSLOT %d STABLE on both {nodes}", slot));
  }

  /** A range that Proteus was moving, and that waits for a dead node; empty where it does not. */
  static Optional<OpenSlotCase> ofWaiting(
      PartitionId id, Shard to, Views now, Connections connections) {
    if (to.isForgotten(now)) {
      return Optional.empty();
    }
    Member leader = to.leader(now).orElse(null);
    return leader == null
        ? Optional.of(ofDead(id, to, now))
        : FormerPrimaries.awaited(connections, to, now).map(dead -> ofAwaited(dead, leader));
  }

  /** A range that Proteus was moving to a shard of which no node lives. */
  static OpenSlotCase ofDead(PartitionId id, Shard to, Views now) {
    return new OpenSlotCase(
        Sentence.of(
            "%s, to which Proteus was moving %s, is dead and has some of its keys",
            to.name(now), id),
        Sentence.of(
            "start it again; or give these keys up with CLUSTER FORGET %s on all {nodes}",
            to.primary()));
  }

  /** A move that could end, but for a dead node that would take its slots over when it is back. */
  static OpenSlotCase ofAwaited(Member dead, Member successor) {
    return new OpenSlotCase(
        Sentence.of(
            "%s is dead, and once it is back it would take all that it had from %s, and the slots"
                + " on their way with it, which stay open",
            dead.address(), successor.address()),
        Sentence.of(
            "start it again; or give it up with CLUSTER FORGET %s on all {nodes}", dead.id()));
  }

  private static String name(String id, Views now) {
    return new Shard(id, List.of()).name(now);
  }

  Sentence whole() {
    return Sentence.of("%s: %s", what, cure);
  }
}
