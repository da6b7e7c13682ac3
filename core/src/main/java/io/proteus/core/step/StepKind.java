package io.proteus.core.step;

import io.proteus.core.model.CostModel;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A kind of work on the cluster. Limits, maintenance windows and measured times go by it, and steps
 * of several types may be of one kind. The step declares it.
 *
 * @param word how files write it
 * @param usual how long one unit of its work takes on a kind of store where nothing was measured: a
 *     step, or a gigabyte where the step says so
 * @param start how long a step takes there before its work begins
 */
public record StepKind(
    String word, Function<CostModel, Duration> usual, Function<CostModel, Duration> start)
    implements Comparable<StepKind> {

  /** A kind whose steps take effect at once. */
  public StepKind(String word, Function<CostModel, Duration> usual) {
    this(word, usual, costs -> Duration.ZERO);
  }

  /** The kind that files write so. */
  public static Optional<StepKind> of(String word) {
    return Steps.kinds().stream().filter(kind -> kind.word.equals(word)).findFirst();
  }

  /** How files write the kinds. */
  public static List<String> words() {
    return Steps.kinds().stream().map(StepKind::word).toList();
  }

  /** Kinds are equal when their words are. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StepKind kind && kind.word.equals(word);
  }

  @Override
  public int hashCode() {
    return word.hashCode();
  }

  @Override
  public int compareTo(StepKind other) {
    return word.compareTo(other.word);
  }

  @Override
  public String toString() {
    return word;
  }
}
