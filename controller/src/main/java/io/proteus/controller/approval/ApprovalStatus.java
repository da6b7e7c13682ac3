package io.proteus.controller.approval;

import io.proteus.controller.bounds.MaintenanceWindows;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.core.strategy.Reason;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How things stand between Proteus and its operators.
 *
 * @param paused by whom and why; null when it is not
 * @param pending waits for a person; null when nothing does
 * @param approved the id of a plan that was approved and is about to begin; null when there is none
 * @param running the id of the plan that is about to begin by now, is being carried out, or was and
 *     may be followed by another; null when there is none
 * @param stopping whether that ends after the steps in flight
 * @param puttingBack whether what a plan changed is put back, now or after the steps in flight
 * @param quietUntil nothing is proposed before; null when there is no such moment
 * @param waiting why a plan that nobody has to approve any more is not begun; null when none waits
 * @param window how the maintenance windows stand; null when there are none
 */
public record ApprovalStatus(
    ApprovalMode mode,
    @Nullable OperatorRequest paused,
    @Nullable Proposal pending,
    @Nullable String approved,
    @Nullable String running,
    boolean stopping,
    boolean puttingBack,
    @Nullable Instant quietUntil,
    @Nullable Reason waiting,
    MaintenanceWindows.@Nullable State window) {}
