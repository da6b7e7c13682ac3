package io.proteus.controller.configuration;

import io.proteus.core.units.Ratio;
import java.time.Duration;

/**
 * How what came of a plan is looked at.
 *
 * @param settle from the end of a plan until it is measured
 * @param window how long it is measured, and how far back it is compared with
 * @param worsening a smaller loss of throughput, or gain in latency, is of no matter
 */
public record VerificationSettings(
    WhenWorse whenWorse, Duration settle, Duration window, Ratio worsening) {

  /** What is done when a plan made things worse. */
  public enum WhenWorse {
    /** it is undone, or proposed to be */
    UNDO,
    /** it is reported */
    REPORT,
    /** nothing: it is not even looked at */
    OFF
  }
}
