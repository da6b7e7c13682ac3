package io.proteus.controller.configuration;

import io.proteus.controller.bounds.Bounds;
import java.time.Duration;

/**
 * What Proteus may do without a person, and when.
 *
 * @param mode at the start
 * @param expiresAfter how long a plan waits for a person
 * @param quietAfterReject for how long nothing is proposed after a rejection
 * @param bounds limits and maintenance windows
 */
public record ApprovalSettings(
    ApprovalMode mode, Duration expiresAfter, Duration quietAfterReject, Bounds bounds) {

  /** Without bounds. */
  public ApprovalSettings(ApprovalMode mode, Duration expiresAfter, Duration quietAfterReject) {
    this(mode, expiresAfter, quietAfterReject, Bounds.NONE);
  }
}
