package io.proteus.lab.stage;

import io.proteus.core.port.PortException;
import io.proteus.core.units.Causes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Measurements of which one may fail without ending those that follow: a server died, the store
 * refused, or the clients gave up.
 */
public final class Attempts {
  private final Consumer<String> progress;
  private final BooleanSupplier isEnding;
  private final List<String> failures = new ArrayList<>();

  /**
   * @param progress told of each that fails
   */
  public Attempts(Consumer<String> progress) {
    this(progress, () -> false);
  }

  /**
   * @param isEnding whether the process was asked to end, so that what fails says nothing
   */
  public Attempts(Consumer<String> progress, BooleanSupplier isEnding) {
    this.progress = progress;
    this.isEnding = isEnding;
  }

  /** Something that is measured on a real cluster. */
  @FunctionalInterface
  public interface Measurement<T> {
    T measure() throws PortException, IOException, InterruptedException;
  }

  /**
   * Measures; empty when that failed. What is done with the result is not part of it.
   *
   * @throws InterruptedException also when it failed as the process is ending
   */
  public <T> Optional<T> attempt(String subject, Measurement<T> measurement)
      throws InterruptedException {
    try {
      return Optional.of(measurement.measure());
    } catch (PortException | IOException | IllegalStateException | UncheckedIOException e) {
      if (isEnding.getAsBoolean()) {
        throw new InterruptedException("asked to end");
      }
      String failure = "%s: %s".formatted(subject, Causes.of(e));
      progress.accept("NOT MEASURED: " + failure);
      failures.add(failure);
      return Optional.empty();
    }
  }

  /** Those that failed, a sentence each. */
  public List<String> failures() {
    return List.copyOf(failures);
  }
}
