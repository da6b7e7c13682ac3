package io.proteus.controller.bounds;

import static io.proteus.core.strategy.ReasonCode.BEYOND_LIMIT;

import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Price;
import io.proteus.core.strategy.Reason;
import io.proteus.core.units.ByteSize;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How much of each kind one plan may do without a person, its second half included; null stands for
 * no limit.
 *
 * @param moves partitions that move, each as often as it does
 * @param bytesMoved their size
 * @param restarts nodes that are restarted
 * @param tablesAltered tables whose settings change
 * @param nodesAdded nodes that are started
 * @param nodesRemoved nodes that are stopped for good
 */
public record PlanLimits(
    @Nullable Integer moves,
    @Nullable ByteSize bytesMoved,
    @Nullable Integer restarts,
    @Nullable Integer tablesAltered,
    @Nullable Integer nodesAdded,
    @Nullable Integer nodesRemoved) {
  public static final PlanLimits NONE = new PlanLimits(null, null, null, null, null, null);

  /** The first limit that a plan is beyond; empty when it is within all. */
  public Optional<Reason> exceededBy(Plan plan) {
    Price price = plan.wholePrice();
    return beyond("moves", "move %d partitions", price.moves(), moves)
        .or(() -> beyondSize(price.bytesMoved()))
        .or(() -> beyond("restarts", "restart %d nodes", price.restarts(), restarts))
        .or(() -> beyond("tablesAltered", "alter %d tables", price.tablesAltered(), tablesAltered))
        .or(() -> beyond("nodesAdded", "start %d nodes", price.nodesAdded(), nodesAdded))
        .or(() -> beyond("nodesRemoved", "stop %d nodes", price.nodesRemoved(), nodesRemoved));
  }

  private static Optional<Reason> beyond(
      String key, String doing, int wanted, @Nullable Integer most) {
    return most == null || wanted <= most
        ? Optional.empty()
        : Optional.of(
            BEYOND_LIMIT.because(
                "approval.limits." + key,
                "it would %s, and without a person the most is %d",
                doing.formatted(wanted),
                most));
  }

  private Optional<Reason> beyondSize(ByteSize wanted) {
    return bytesMoved == null || wanted.compareTo(bytesMoved) <= 0
        ? Optional.empty()
        : Optional.of(
            BEYOND_LIMIT.because(
                "approval.limits.bytesMoved",
                "it would move %s, and without a person the most is %s",
                wanted,
                bytesMoved));
  }
}
