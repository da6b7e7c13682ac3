package io.proteus.controller.execution;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.plan.Plan;
import io.proteus.core.step.Price;
import io.proteus.core.strategy.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressTest {

  @Test
  void whoFailsHindersNeitherThePlanNorTheOthers() {
    List<String> told = new ArrayList<>();
    Progress broken =
        new Progress() {
          @Override
          public void begins(Plan plan) {
            throw new IllegalStateException("as of a channel that nobody thought of");
          }
        };
    Progress listening =
        new Progress() {
          @Override
          public void begins(Plan plan) {
            told.add(plan.id());
          }
        };

    Progress.all(broken, listening)
        .begins(
            new Plan(
                "plan-1",
                1,
                Layout.of(List.of(), List.of(), Map.of()),
                List.of(),
                Price.NOTHING,
                List.of()));

    assertThat(told).containsExactly("plan-1");
  }
}
