package io.proteus.simulator.papers;

import org.jspecify.annotations.Nullable;

/**
 * A figure of a paper beside what the simulator makes of it.
 *
 * @param id of the requirement, such as MET-16
 * @param what it is, with its unit
 * @param paper as published; null where the paper has none
 * @param simulated by the fitted constants
 * @param fitted whether the constants were fitted to it; else it is predicted
 */
public record PaperFigure(
    String id, String what, @Nullable Double paper, double simulated, boolean fitted) {

  /** Simulated over published, less 1; null where nothing is published. */
  public @Nullable Double error() {
    return paper == null ? null : simulated / paper - 1;
  }
}
