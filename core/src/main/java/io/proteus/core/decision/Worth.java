package io.proteus.core.decision;

import io.proteus.core.step.Price;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.words.Sayable;
import io.proteus.core.words.Sentence;
import java.util.EnumSet;
import java.util.Set;

/**
 * What something that could be done is worth to the operator of a cluster; the best comes first.
 */
public enum Worth implements Sayable {
  /** it is set while the cluster serves, it can be undone, and nothing moves, restarts or stops */
  ONLINE("worth doing online, at no risk"),
  /** the cluster is in need of it */
  NEEDED("worth doing"),
  /** it pays, and it costs clients something while it is done */
  CONSIDERING("worth considering"),
  /** a limit of the operator, or a recent undo, stands against it */
  HELD("held back"),
  /** it costs more than it gives */
  NOT("not worth it");

  private static final Set<ReasonCode> OF_THE_GAIN =
      EnumSet.of(
          ReasonCode.NOT_WORTH_IT,
          ReasonCode.DOES_NOT_PAY,
          ReasonCode.USE_CHANGES,
          ReasonCode.NO_ROOM,
          ReasonCode.RELIEVED_NOBODY,
          ReasonCode.IN_PLACE);

  private final String words;

  Worth(String words) {
    this.words = words;
  }

  /** What it is worth where this stands against it. */
  static Worth against(ReasonCode objection) {
    return OF_THE_GAIN.contains(objection) ? NOT : HELD;
  }

  /** Whether this price is paid by nobody who uses the cluster. */
  static boolean isHarmless(Price price) {
    return price.moves() == 0
        && price.restarts() == 0
        && price.nodesAdded() == 0
        && price.nodesRemoved() == 0
        && price.reshapes() == 0
        && price.tokenMoves() == 0
        && price.bytesCompacted().bytes() == 0;
  }

  /** Whether it is advised, at whatever price. */
  public boolean isAdvised() {
    return compareTo(HELD) < 0;
  }

  @Override
  public Sentence sentence() {
    return Sentence.of(words);
  }
}
