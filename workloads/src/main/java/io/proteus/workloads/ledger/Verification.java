package io.proteus.workloads.ledger;

import java.util.List;
import java.util.stream.Stream;

/**
 * The result of reading all acknowledged writes back.
 *
 * @param checked rows with an acknowledged write
 * @param lost those of them that have not kept it
 * @param overtaken those where a write that had failed for the client was applied late, over an
 *     acknowledged one: the store may do so, and it is no loss
 * @param examples the first losses, {@link #MAX_EXAMPLES} at most
 */
public record Verification(long checked, long lost, long overtaken, List<LostWrite> examples) {
  static final int MAX_EXAMPLES = 20;

  static final Verification NOTHING = new Verification(0, 0, 0, List.of());

  public Verification {
    examples = examples.stream().limit(MAX_EXAMPLES).toList();
  }

  public boolean isComplete() {
    return lost == 0;
  }

  Verification plus(Verification other) {
    return new Verification(
        checked + other.checked,
        lost + other.lost,
        overtaken + other.overtaken,
        Stream.concat(examples.stream(), other.examples.stream()).toList());
  }
}
