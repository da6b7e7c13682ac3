package io.proteus.core.strategy.scaling;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.InvalidValue;

/**
 * How few and how many nodes there may be.
 *
 * @param min at least 1
 * @param max at least {@code min}; 0 stands for "as many as there are": never add
 */
@Section("How few and how many nodes there may be.")
public record NodeBounds(
    @Key(doc = "never fewer nodes; what is missing is started, whatever the load", usual = "1")
        int min,
    @Key(doc = "never more nodes; `present`: none is added", usual = "present", none = "present")
        int max) {
  public NodeBounds {
    if (min < 1 || (max != 0 && max < min)) {
      throw new InvalidValue(
          "nodes: want 1 <= min <= max, got min=%d max=%d.%s"
              .formatted(
                  min, max, max != 0 && max < min && max >= 1 ? " Maybe they are swapped." : ""));
    }
  }

  /**
   * How many nodes there may be now. A machine that runs and of which no node is expected is paid
   * for, too, and takes the place of one.
   */
  public int most(Situation now) {
    return max - now.memory().scaling().lost(now.topology()).size();
  }

  /** Cuts a wish to the bounds; never takes a node that is there because of a bound alone. */
  int clamp(int wanted, int present) {
    if (wanted > present) {
      return Math.max(present, Math.min(wanted, max == 0 ? present : max));
    }
    return Math.min(present, Math.max(wanted, min));
  }
}
