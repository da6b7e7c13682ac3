package io.proteus.core.strategy;

import io.proteus.core.cluster.TableId;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.workload.AccessClass;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * What tables are used for, and for how long that lasts before it is something else.
 *
 * @param uses of the tables with the most requests
 * @param since when they are used like this
 * @param phases how many earlier uses were seen from their begin to their end
 * @param lasted how long these lasted in sum
 */
public record UseHabit(Map<TableId, AccessClass> uses, Instant since, int phases, Duration lasted) {

  /** More phases than this teach nothing new, and older ones fade. */
  private static final int MOST_PHASES = 8;

  public UseHabit {
    uses = Map.copyOf(uses);
    if (phases < 0 || lasted.isNegative()) {
      throw new InvalidValue(
          "use habit: want nothing negative, got %d phases of %s.".formatted(phases, lasted));
    }
  }

  public static UseHabit beginning(Instant now, Map<TableId, AccessClass> uses) {
    return new UseHabit(uses, now, 0, Duration.ZERO);
  }

  /** The same once tables are used for something else. */
  public UseHabit turned(Instant now, Map<TableId, AccessClass> other) {
    Duration length = Duration.between(since, now);
    if (length.isNegative()) {
      return beginning(now, other);
    }
    return phases < MOST_PHASES
        ? new UseHabit(other, now, phases + 1, lasted.plus(length))
        : new UseHabit(other, now, phases, lasted.minus(lasted.dividedBy(phases)).plus(length));
  }

  /** How long a use lasts by habit; empty where it never changed while it was watched. */
  public Optional<Duration> usually() {
    return phases == 0 ? Optional.empty() : Optional.of(lasted.dividedBy(phases));
  }
}
