package io.proteus.controller.configuration;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.Ratio;
import java.time.Duration;

/**
 * How what came of a plan is looked at.
 *
 * @param settle from the end of a plan until it is measured
 * @param window how long it is measured, and how far back it is compared with
 * @param worsening a smaller loss of throughput, or gain in latency, is of no matter
 */
@Section("How what came of a plan is compared with what was before it.")
public record VerificationSettings(
    @Key(
            doc =
                "a plan that made things worse is undone (with `approval.mode: recommend` proposed"
                    + " to be), or only reported; `off`: nothing is compared",
            usual = "undo")
        WhenWorse whenWorse,
    @Key(
            doc = "from the end of a plan until what came of it is measured",
            usual = "2m",
            zero = true)
        Duration settle,
    @Key(doc = "how long it is measured, and how far back it is compared with", usual = "4m")
        Duration window,
    @Key(doc = "a smaller loss of throughput, or gain in latency, is of no matter", usual = "0.10")
        Ratio worsening) {

  /** What to do when a plan made things worse. */
  public enum WhenWorse {
    /** it is undone, or proposed to be */
    UNDO,
    /** it is reported */
    REPORT,
    /** nothing: it is not even looked at */
    OFF
  }
}
