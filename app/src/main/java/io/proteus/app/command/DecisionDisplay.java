package io.proteus.app.command;

import io.proteus.app.Screen;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.rendering.PlanRendering;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.decision.EditedPlan;
import io.proteus.core.decision.PlanEdit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.words.Words;
import java.util.List;

/**
 * Shows a decision: the plan, or why there is none.
 *
 * @param steps how many of a plan's are listed
 */
record DecisionDisplay(Screen screen, Words words, int steps) {

  /**
   * Leaves out a part of the decision's plan, and says what; the decision itself where nothing is
   * to be left out, or it has no plan.
   */
  Decision without(PlanEdit edit, Situation now, Decision decision, DecisionMaker decisions) {
    if (edit.isEmpty() || decision.plan().isEmpty()) {
      return decision;
    }
    EditedPlan edited = decisions.edited(now, decision, edit);
    screen.out().print(listed("Left out:", edited.leftOut()));
    screen.out().print(listed("Left out, as it depends on that:", edited.dependent()));
    screen.out().println();
    return edited.decision();
  }

  private String listed(String title, List<Step> left) {
    StringBuilder text = new StringBuilder();
    if (!left.isEmpty()) {
      text.append(title).append('\n');
      left.stream()
          .limit(steps)
          .forEach(step -> text.append("  ").append(step.sentence().in(words)).append('\n'));
      if (left.size() > steps) {
        text.append("  and %d more\n".formatted(left.size() - steps));
      }
    }
    return text.toString();
  }

  /**
   * @param decisions what it was decided by
   */
  void show(Situation now, Decision decision, DecisionMaker decisions, boolean regardlessOfLoad) {
    PlanRendering rendering = new PlanRendering(words, screen.width(), steps, screen.paint());
    if (decision.plan().isPresent()) {
      screen.out().print(rendering.render(decision.plan().get(), now.topology()));
      screen.out().flush();
      return;
    }
    StringBuilder text = new StringBuilder(rendering.held(decision.verdict().reasons()));
    decision
        .heldBack()
        .ifPresent(
            plan ->
                text.append("\nIt would have been:\n")
                    .append(rendering.render(plan, now.topology())));
    if (decision.verdict().reasons().get(0).code() == ReasonCode.NOT_CAPABLE) {
      ClusterConnection.ideal(decisions, now)
          .map(plan -> rendering.savings(plan, now.topology()))
          .filter(savings -> !savings.isEmpty())
          .ifPresent(savings -> text.append(savings.substring(1)).append('\n'));
    }
    if (!regardlessOfLoad && decision.verdict().reasons().get(0).code() == ReasonCode.HEALTHY) {
      text.append("  --regardless-of-load plans all the same.\n");
    }
    screen.out().print(text);
    screen.out().flush();
  }
}
