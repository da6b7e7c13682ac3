package io.proteus.simulator.scenario;

import io.proteus.core.setting.Key;
import io.proteus.simulator.input.Wanted;
import java.util.Optional;

/**
 * How a store that places its data itself copies it.
 *
 * @param copies of everything, each on a node of its own
 * @param asked copies that a read asks; empty: as the store does
 */
public record RingCopies(
    @Key(doc = "of everything, each on a node of its own; as many nodes stay", usual = "3")
        int copies,
    @Key(
            doc =
                "copies that a read asks. Without it most of them with `store: cassandra`, as at"
                    + " QUORUM, and all with `store: riak`")
        Optional<Integer> asked) {

  /** As stores come. */
  public static final RingCopies USUAL = new RingCopies(3, Optional.empty());

  private static final int MOST = 9;

  public RingCopies {
    Wanted.that(copies >= 1 && copies <= MOST, "ring.copies", "1 to " + MOST, copies);
    if (asked.isPresent()) {
      Wanted.that(
          asked.get() >= 1 && asked.get() <= copies,
          "ring.asked",
          "1 to ring.copies, which is " + copies,
          asked.get());
    }
  }

  /** More than half of the copies. */
  public int majority() {
    return copies / 2 + 1;
  }
}
