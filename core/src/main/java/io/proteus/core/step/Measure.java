package io.proteus.core.step;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Something that a {@link Price} counts, such as nodes that are started. The step whose price it is
 * declares it.
 *
 * @param name how plan documents name it
 * @param kind the kind of work that any amount of it shows; empty where another measure shows it
 * @param unit what it is counted in
 * @param about what is counted, as people read it: {@code nodes that are started}
 */
public record Measure(String name, Optional<StepKind> kind, Unit unit, String about) {

  /** The unit of a measure. */
  public enum Unit {
    PIECES,
    BYTES
  }

  /** How many there are. */
  public static Measure count(String name, StepKind kind, String about) {
    return new Measure(name, Optional.of(kind), Unit.PIECES, about);
  }

  /** How large they are. */
  public static Measure bytes(String name, StepKind kind, String about) {
    return new Measure(name, Optional.of(kind), Unit.BYTES, about);
  }

  /** How large those are that another measure counts. */
  public static Measure sizeOf(Measure counted, String name) {
    return new Measure(name, Optional.empty(), Unit.BYTES, counted.about + ", their size");
  }

  /** Measures are equal when their names are. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Measure measure && measure.name.equals(name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }
}
