package io.proteus.controller.configuration;

import io.proteus.controller.bounds.Bounds;
import io.proteus.core.setting.Inline;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.time.Duration;

/**
 * What Proteus may do without a person, and when.
 *
 * @param mode at the start
 * @param expiresAfter how long a plan waits for a person
 * @param quietAfterReject for how long nothing is proposed after a rejection
 * @param bounds limits and maintenance windows
 */
@Section(
    "Who lets proteus serve carry a plan out; limits and windows hold for proteus run as well.")
public record ApprovalSettings(
    @Key(
            doc =
                "`serve`: decide beside the cluster without a claim, only look, wait for a person's"
                    + " approval of each plan, or act by itself",
            usual = "recommend")
        ApprovalMode mode,
    @Key(doc = "how long a plan waits for a person", usual = "1h") Duration expiresAfter,
    @Key(doc = "for how long nothing is proposed after a rejection", usual = "30m", zero = true)
        Duration quietAfterReject,
    @Inline Bounds bounds) {

  /** Settings without bounds. */
  public ApprovalSettings(ApprovalMode mode, Duration expiresAfter, Duration quietAfterReject) {
    this(mode, expiresAfter, quietAfterReject, Bounds.NONE);
  }
}
