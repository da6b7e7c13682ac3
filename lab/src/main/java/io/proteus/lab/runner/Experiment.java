package io.proteus.lab.runner;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * An experiment as a specification: what is measured, in which order, how often, on what, and what
 * it comes to. {@link ExperimentRunner} does the rest.
 *
 * @param <C> what is compared
 * @param <M> what is measured of it
 */
public interface Experiment<C, M> {
  /** What it says of itself. */
  Outline outline();

  /** What is measured, in order; asked for one by one, as it may depend on what was found. */
  Iterable<Turn<C>> turns();

  /** How progress and failures call a turn. */
  String title(Turn<C> turn);

  /** Brings up what it is measured on, and warms it up. */
  Bed<C, M> open(C first, Consumer<String> progress)
      throws PortException, IOException, InterruptedException;

  /** What the measurements so far come to. */
  Findings findings(Measurements<C, M> soFar);

  /** Keeps one measurement besides, as a line of a log; what fails here ends the experiment. */
  default void keep(Turn<C> turn, M found) throws IOException {}

  /** What follows from a turn that could not be measured. */
  default AfterFailure afterFailure() {
    return AfterFailure.GO_ON;
  }

  /** What a failed turn means for those that follow. */
  enum AfterFailure {
    /** it is left out */
    GO_ON,
    /** it is left out, and the next is measured on another bed */
    ANOTHER_BED,
    /** nothing can be measured any more */
    END
  }
}
