package io.proteus.controller.configuration;

import java.time.Duration;

/**
 * What {@code serve} may do without a person.
 *
 * @param mode at the start
 * @param expiresAfter how long a plan waits for a person
 * @param quietAfterReject for how long nothing is proposed after a rejection
 */
public record ApprovalSettings(
    ApprovalMode mode, Duration expiresAfter, Duration quietAfterReject) {}
