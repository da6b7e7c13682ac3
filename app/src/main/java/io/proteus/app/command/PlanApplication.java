package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.Signals;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.Controls;
import io.proteus.app.rendering.ComparisonRendering;
import io.proteus.app.view.Appraisal;
import io.proteus.app.view.Figures;
import io.proteus.controller.approval.OperatorRequest;
import io.proteus.controller.configuration.GuardSettings;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.Observation;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Asks a person whether a plan is to be carried out, carries it out and shows what came of it.
 *
 * @param yes whether nobody is asked
 */
record PlanApplication(
    Environment environment,
    ClusterConnection connection,
    Controls controls,
    Signals signals,
    MonitorSettings settings,
    boolean yes) {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  /** What is written down before a plan begins, beside who asked for it. */
  @FunctionalInterface
  interface Order {
    void write() throws JournalException;
  }

  /**
   * Applies a decision that was shown; the exit code.
   *
   * @param decision has a plan
   * @param command the name of the command
   */
  int apply(Situation now, Decision decision, OperatorRequest asked, String command)
      throws PortException, JournalException, InterruptedException {
    Plan plan = decision.plan().orElseThrow();
    return apply(
        now,
        decision,
        command,
        () ->
            controls
                .journal()
                .append(
                    time().now(),
                    new JournalEvent.OperatorAsked(
                        asked.name(), "%s %s".formatted(command, plan.id()), asked.why())));
  }

  /** The same for what is ordered with more than the plan. */
  int apply(Situation now, Decision decision, String command, Order order)
      throws PortException, JournalException, InterruptedException {
    Screen screen = environment.screen();
    Plan plan = decision.plan().orElseThrow();
    Optional<Reason> fourEyes = connection.configuration().approval().bounds().fourEyes(plan);
    if (fourEyes.isPresent()) {
      screen
          .err()
          .println(
              "This plan takes two people: %s. Nothing was changed. `proteus serve` proposes it, and two people approve it there, on its page or with POST .../plans/P/approve, each with a token of their own."
                  .formatted(fourEyes.get().in(connection.words())));
      return ExitCode.HELD;
    }
    int count = plan.steps().size();
    String question =
        count == 1 ? "\nApply this step?" : "\nApply these %,d steps?".formatted(count);
    if (!yes && !screen.confirms(question)) {
      screen.err().println("Nothing was changed.");
      return ExitCode.DECLINED;
    }
    Optional<String> overtaken = overtaken(now.now(), command);
    if (overtaken.isPresent()) {
      screen.err().println(overtaken.get());
      return ExitCode.HELD;
    }
    order.write();
    controls
        .journal()
        .append(time().now(), new JournalEvent.Decided("retarget", decision.verdict().reasons()));
    signals.acts();
    Outcome outcome = controls.action().carryOut(decision, controls.claims().claim());
    screen
        .out()
        .println("%s: %s".formatted(outcome.word(), outcome.sentence().in(connection.words())));
    if (outcome.ranToItsEnd() && new StoreAtWork(environment, connection, signals).awaitEnd()) {
      compare(now, plan);
    }
    return exitCode(outcome);
  }

  private Time time() {
    return environment.at(connection.configuration()).time();
  }

  /**
   * Why a plan is too old to begin, as its question may have waited over night; empty when it is
   * not. By the time of the day, which goes on while a machine sleeps.
   */
  private Optional<String> overtaken(Instant decided, String command) {
    GuardSettings guards = connection.configuration().guards();
    Duration age = Duration.between(decided, time().now());
    Duration longest = guards.staleAfter().plus(guards.cooldown());
    return age.compareTo(longest) <= 0
        ? Optional.empty()
        : Optional.of(
            "The plan is %s old, and %s are allowed [guards.staleAfter and guards.cooldown together]. Nothing was changed; `proteus %s` looks and asks anew."
                .formatted(Figures.duration(age), Figures.duration(longest), command));
  }

  static int exitCode(Outcome outcome) {
    if (outcome instanceof Outcome.Abandoned || outcome instanceof Outcome.Undone) {
      return ExitCode.ABANDONED;
    }
    return outcome instanceof Outcome.Stopped ? ExitCode.INTERRUPTED : ExitCode.OK;
  }

  /** Whether a span has passed without a signal. */
  private boolean passes(Duration span) throws InterruptedException {
    Time steady = time().steady();
    Instant until = steady.now().plus(span);
    while (!signals.received()) {
      Duration left = Duration.between(steady.now(), until);
      if (left.isNegative() || left.isZero()) {
        return true;
      }
      time().sleep(left.compareTo(BETWEEN_LOOKS) < 0 ? left : BETWEEN_LOOKS);
    }
    return false;
  }

  /** Looks again for an interval: what came of it. */
  private void compare(Situation before, Plan plan) throws PortException, InterruptedException {
    Screen screen = environment.screen();
    screen
        .err()
        .println(
            "Looking for %s at what came of it (Ctrl-C skips it)"
                .formatted(Figures.duration(settings.period())));
    controls.monitor().forget();
    controls.monitor().observe();
    if (!passes(settings.period())) {
      return;
    }
    Observation after = controls.monitor().observe();
    Appraisal appraisal = ClusterConnection.appraisal(connection.configuration());
    screen
        .out()
        .print(
            new ComparisonRendering(connection.words(), screen.width(), screen.paint())
                .render(
                    appraisal.view(before.latest(), plan, List.of()),
                    appraisal.view(after, plan, List.of())));
  }
}
