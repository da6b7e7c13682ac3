package io.proteus.engine.redis;

import io.proteus.core.cluster.PartitionId;
import io.proteus.core.words.Sentence;
import java.util.List;
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
    return new OpenSlotCase(
        Sentence.of(
            "slot %d is open on its way from %s to %s, and Proteus did not begin that",
            slot, from == null ? "nobody" : name(from, now), name(to, now)),
        Sentence.of("finish it, or undo it with CLUSTER SETSLOT %d STABLE on both {nodes}", slot));
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

  private static String name(String id, Views now) {
    return new Shard(id, List.of()).name(now);
  }

  Sentence whole() {
    return Sentence.of("%s: %s", what, cure);
  }
}
