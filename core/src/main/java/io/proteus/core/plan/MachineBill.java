package io.proteus.core.plan;

import io.proteus.core.cluster.MachinePrices;
import io.proteus.core.cluster.MoneyPerHour;
import io.proteus.core.step.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What steps change of the cost of machines. */
public final class MachineBill {
  private MachineBill() {}

  /** An hour more, or less; null where no machine comes or goes. */
  public static @Nullable MoneyPerHour of(List<Step> steps, MachinePrices prices) {
    MoneyPerHour money = null;
    for (Step step : steps) {
      MoneyPerHour before = money == null ? MoneyPerHour.NOTHING : money;
      if (step.startsMachine()) {
        money = before.plus(prices.ofOneMore());
      } else if (step.endsMachine().isPresent()) {
        money = before.minus(prices.of(step.endsMachine().get()));
      }
    }
    return money;
  }
}
