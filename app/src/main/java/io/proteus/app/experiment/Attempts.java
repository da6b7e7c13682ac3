package io.proteus.app.experiment;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Measurements of which one may fail without ending those that follow: a server died, the store
 * refused, or the clients gave up.
 */
final class Attempts {
  private final Consumer<String> progress;
  private final List<String> failures = new ArrayList<>();

  /**
   * @param progress told of each that fails
   */
  Attempts(Consumer<String> progress) {
    this.progress = progress;
  }

  /** Something that is measured on a real cluster. */
  @FunctionalInterface
  interface Measurement<T> {
    T measure() throws PortException, IOException, InterruptedException;
  }

  /** Measures; empty when that failed. What is done with the result is not part of it. */
  <T> Optional<T> attempt(String subject, Measurement<T> measurement) throws InterruptedException {
    try {
      return Optional.of(measurement.measure());
    } catch (PortException | IOException | IllegalStateException e) {
      String failure = "%s: %s".formatted(subject, e.getMessage());
      progress.accept("NOT MEASURED: " + failure);
      failures.add(failure);
      return Optional.empty();
    }
  }

  /** Those that failed, a sentence each. */
  List<String> failures() {
    return List.copyOf(failures);
  }
}
