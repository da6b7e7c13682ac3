package io.proteus.core.step;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A type of step as its own record declares it. {@link Steps} lists all types.
 *
 * @param name how journals and plan documents name it
 * @param record the class of its steps
 * @param kind the kind of work that it is; empty for a step that costs nothing
 * @param measures what its price counts
 * @param atOnce how many of its steps may run at once
 */
public record StepType(
    String name,
    Class<? extends Step> record,
    Optional<StepKind> kind,
    List<Measure> measures,
    Concurrency atOnce) {
  public StepType {
    measures = List.copyOf(measures);
  }

  /** A type whose steps cost nothing and run one after the other. */
  public StepType(String name, Class<? extends Step> record) {
    this(name, record, Optional.empty(), List.of(), Concurrency.ONE);
  }

  /** The same with a kind and what its price counts. */
  public StepType of(StepKind work, Measure... counted) {
    return new StepType(name, record, Optional.of(work), List.of(counted), atOnce);
  }

  /** The same with so many of its steps at once. */
  public StepType atOnce(Concurrency most) {
    return new StepType(name, record, kind, measures, most);
  }

  /** Types are equal when their names are. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StepType type && type.name.equals(name);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }
}
