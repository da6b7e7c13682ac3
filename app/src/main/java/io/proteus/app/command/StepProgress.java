package io.proteus.app.command;

import io.proteus.app.Screen;
import io.proteus.app.view.EntryView;
import io.proteus.controller.execution.Braking;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.journal.StepState;
import io.proteus.core.plan.Plan;
import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;
import java.util.BitSet;
import java.util.Locale;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** Shows a plan being carried out: a bar on a terminal, else a line a step. */
final class StepProgress implements Progress, AutoCloseable {
  private static final int REDRAW_MILLIS = 250;

  private final Screen screen;
  private final Words words;
  private final BitSet over = new BitSet();
  private @Nullable ProgressBar bar;

  StepProgress(Screen screen, Words words) {
    this.screen = screen;
    this.words = words;
  }

  @Override
  public void begins(Plan plan) {
    over.clear();
    close();
    if (screen.interactive()) {
      bar =
          new ProgressBarBuilder()
              .setTaskName("Applying")
              .setInitialMax(plan.steps().size())
              .setStyle(ProgressBarStyle.ASCII)
              .setUpdateIntervalMillis(REDRAW_MILLIS)
              // the library's own would look for the terminal, and take our signal handlers away
              .setConsumer(new DelegatingProgressBarConsumer(screen::progress, screen.width() - 1))
              .hideEta()
              .build();
    }
  }

  /** A step and how far it is, in a line. */
  static String line(Words words, Plan plan, int step, StepState state, @Nullable Sentence why) {
    return "%d/%d %s: %s"
        .formatted(
            step + 1,
            plan.steps().size(),
            state.name().toLowerCase(Locale.ROOT).replace('_', ' '),
            sentence(words, plan, step, why));
  }

  private static String sentence(Words words, Plan plan, int step, @Nullable Sentence why) {
    return plan.steps().get(step).sentence().in(words) + (why == null ? "" : ", " + why.in(words));
  }

  @Override
  public void braked(Plan running, Braking now) {
    tell(EntryView.braked(running.id(), now.level().word(), now.why()).in(words));
  }

  private void tell(String sentence) {
    ProgressBar shown = bar;
    if (shown != null) {
      shown.setExtraMessage(" " + sentence);
    } else {
      screen.err().println("  " + sentence);
    }
  }

  @Override
  public void reached(Plan plan, int step, StepState state, @Nullable Sentence why) {
    boolean ends =
        switch (state) {
          case DONE, FAILED, ABANDONED -> true;
          case ISSUED, UNDERWAY, BLOCKED, REFUSED, TIMED_OUT -> false;
        };
    if (ends) {
      over.set(step);
    }
    ProgressBar shown = bar;
    if (shown != null) {
      shown.stepTo(over.cardinality());
    }
    tell(shown == null ? line(words, plan, step, state, why) : sentence(words, plan, step, why));
  }

  @Override
  public void ended(Plan plan, Outcome outcome) {
    close();
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      bar = null;
      screen.progress("");
    }
  }
}
