package io.proteus.app.command;

import io.proteus.app.Screen;
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

  @Override
  public void reached(Plan plan, int step, StepState state, @Nullable Sentence why) {
    String sentence =
        plan.steps().get(step).sentence().in(words) + (why == null ? "" : ", " + why.in(words));
    boolean ends =
        switch (state) {
          case DONE, FAILED, ABANDONED -> true;
          case ISSUED, BLOCKED, REFUSED, TIMED_OUT -> false;
        };
    if (ends) {
      over.set(step);
    }
    ProgressBar shown = bar;
    if (shown != null) {
      shown.stepTo(over.cardinality());
      shown.setExtraMessage(" " + sentence);
    } else {
      screen
          .err()
          .println(
              "  %d/%d %s: %s"
                  .formatted(
                      step + 1,
                      plan.steps().size(),
                      state.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                      sentence));
    }
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
