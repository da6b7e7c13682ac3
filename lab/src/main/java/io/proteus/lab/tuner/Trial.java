package io.proteus.lab.tuner;

import io.proteus.core.units.InvalidValue;
import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A setting that was tried.
 *
 * @param number counted from 1
 * @param subject what it was about, in a few words
 * @param values all that was set, by parameter's name
 * @param perSecond operations that were answered, a second; null when the trial failed
 * @param failure why it failed, a sentence; null when it did not
 * @param startedAt when
 * @param seconds that it took, all preparations included
 */
public record Trial(
    int number,
    Purpose purpose,
    String subject,
    Map<String, String> values,
    @Nullable Double perSecond,
    @Nullable String failure,
    Instant startedAt,
    double seconds) {

  /** What a trial is for, in the order in which they come. */
  public enum Purpose {
    /**
     * the store's defaults, again and again among the first ones: what repeats differ by is noise
     */
    BASELINE,
    /** one parameter at one end of its range */
    ALONE,
    /** two parameters at their better ends */
    PAIR,
    /** where the surrogate expects most */
    SEARCH,
    /** the best so far once more: the best of many noisy figures is always too good */
    CONFIRM,
    /** the result beside the defaults and policies known before; not counted among the trials */
    COMPARE
  }

  public Trial {
    values = Collections.unmodifiableMap(new TreeMap<>(values));
    boolean measured = perSecond != null && perSecond > 0 && Double.isFinite(perSecond);
    if (measured == (failure != null)) {
      throw new InvalidValue(
          "trial %d: want a rate over 0 or a failure, got %s and %s."
              .formatted(number, perSecond, failure));
    }
  }
}
