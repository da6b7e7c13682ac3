package io.proteus.app.command;

import io.proteus.app.Screen;
import io.proteus.app.rendering.CycleRendering;
import io.proteus.app.view.EntryView;
import io.proteus.app.view.Figures;
import io.proteus.controller.execution.Braking;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.Observation;
import io.proteus.core.plan.Plan;
import io.proteus.core.words.Sentence;
import org.jspecify.annotations.Nullable;

/**
 * What {@code serve} shows between two cycles: a line for each request of an operator, each step,
 * each observation while a plan runs, and the end, stamped when it happens.
 *
 * @param prefix before each line, where there are several clusters
 */
record ServeLines(Screen screen, CycleRendering rendering, Time time, String prefix)
    implements Progress {

  private void say(Sentence sentence) {
    line(rendering.stamp(time.now()) + "  " + sentence.in(rendering.words()));
  }

  private void line(String text) {
    screen.out().println(prefix + text);
  }

  @Override
  public void asked(String who, String what, String why) {
    say(Sentence.of("%s asks for %s: %s", who, what, why));
  }

  @Override
  public void begins(Plan plan) {
    say(
        Sentence.of(
            "%s begins, %s%s",
            plan.id(),
            Figures.count(plan.steps().size(), "step", "steps"),
            plan.why().<Object>map(reason -> Sentence.of(": %s", reason.whole())).orElse("")));
  }

  @Override
  public void reached(Plan plan, int step, StepState state, @Nullable Sentence why) {
    line(
        rendering.stamp(time.now())
            + "  "
            + StepProgress.line(rendering.words(), plan, step, state, why));
  }

  @Override
  public void observed(Plan running, Observation seen) {
    line(rendering.render(time.now(), running, seen));
  }

  @Override
  public void braked(Plan running, Braking now) {
    say(EntryView.braked(running.id(), now.level().word(), now.why()));
  }

  @Override
  public void ended(Plan plan, Outcome outcome) {
    say(Sentence.of("%s %s: %s", plan.id(), outcome.word(), outcome.sentence()));
  }
}
