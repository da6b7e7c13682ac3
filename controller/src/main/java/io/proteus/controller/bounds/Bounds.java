package io.proteus.controller.bounds;

import static io.proteus.core.strategy.ReasonCode.OUTSIDE_WINDOW;

import io.proteus.core.plan.Plan;
import io.proteus.core.setting.Inline;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.step.StepKind;
import io.proteus.core.strategy.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The limits and windows of Proteus.
 *
 * @param limits how much one plan may do without a person
 * @param fourEyes how much one plan may do with one person's approval
 * @param windows when plans are begun; one that runs is not ended by them
 * @param anytime kinds of steps that need no window: a plan of nothing else begins at once
 */
public record Bounds(
    @Section("What one plan may do without a person; what is beyond waits for one.")
        PlanLimits limits,
    @Section("What one plan may do with one person's approval; what is beyond takes two people.")
        PlanLimits fourEyes,
    @Inline MaintenanceWindows windows,
    @Key(doc = "kinds of steps that need no window, for plans of nothing else", usual = "[]")
        Set<StepKind> anytime) {
  /** No limits and no windows. */
  public static final Bounds NONE =
      new Bounds(PlanLimits.NONE, MaintenanceWindows.ALWAYS, Set.of());

  /** Bounds within which one person's approval suffices. */
  public Bounds(PlanLimits limits, MaintenanceWindows windows, Set<StepKind> anytime) {
    this(limits, PlanLimits.NONE, windows, anytime);
  }

  public Bounds {
    anytime = Set.copyOf(anytime);
  }

  /** Why a person has to approve a plan; empty when none has to. */
  public Optional<Reason> beyond(Plan plan) {
    return limits.exceededBy(plan).or(() -> fourEyes(plan));
  }

  /** Why two people have to approve a plan; empty when one suffices. */
  public Optional<Reason> fourEyes(Plan plan) {
    return fourEyes.fourEyesFor(plan);
  }

  /** The reason why a plan may not begin now, approved or not; empty when it may. */
  public Optional<Reason> notNow(Plan plan, Instant now) {
    if (!windows.areAny() || anytime.containsAll(plan.wholePrice().kinds())) {
      return Optional.empty();
    }
    MaintenanceWindows.State state = windows.at(now);
    Duration takes = plan.prediction() == null ? Duration.ZERO : plan.prediction().duration();
    if (!state.open()) {
      return Optional.of(
          OUTSIDE_WINDOW.because(
              "approval.windows",
              "no maintenance window is open; %s%s",
              state.opens() == null
                  ? "none opens within a week"
                  : "the next one opens at " + state.opens(),
              tooLong(takes, state.lasts())));
    }
    Instant until = state.until();
    if (until == null || !now.plus(takes).isAfter(until)) {
      return Optional.empty();
    }
    return Optional.of(
        OUTSIDE_WINDOW.because(
            "approval.windows",
            "it takes about %d min, and the maintenance window closes in %d min, at %s%s",
            minutesUp(takes),
            Duration.between(now, until).toMinutes(),
            until,
            tooLong(takes, state.lasts())));
  }

  /** The remark on a plan that is too long for every window. */
  private static String tooLong(Duration takes, @Nullable Duration lasts) {
    return lasts == null || takes.compareTo(lasts) <= 0
        ? ""
        : "; it takes about %d min, more than the %d min that the window lasts"
            .formatted(minutesUp(takes), lasts.toMinutes());
  }

  private static long minutesUp(Duration duration) {
    return (duration.toSeconds() + 59) / 60;
  }
}
