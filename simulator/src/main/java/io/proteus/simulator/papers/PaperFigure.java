package io.proteus.simulator.papers;

import org.jspecify.annotations.Nullable;

/**
 * A figure of a paper, or of this project's own local cluster, beside what the simulator makes of
 * it.
 *
 * @param id of the requirement, such as MET-16
 * @param what it is, with its unit
 * @param paper as published; null where the paper has none
 * @param simulated by the fitted constants
 * @param measured on the real local cluster; null where the figure is of other hardware
 * @param fitted whether the constants were fitted to it; else it is predicted
 */
public record PaperFigure(
    String id,
    String what,
    @Nullable Double paper,
    double simulated,
    @Nullable Double measured,
    boolean fitted) {

  /**
   * Simulated over measured, or else over published, less 1: where something was measured, that
   * cluster was simulated. Null where there is neither.
   */
  public @Nullable Double error() {
    Double real = measured != null ? measured : paper;
    return real == null ? null : simulated / real - 1;
  }
}
