package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.Signals;
import io.proteus.app.WrongUsage;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.ClusterDoctor;
import io.proteus.app.cluster.Controls;
import io.proteus.app.cluster.Past;
import io.proteus.app.rendering.AssessmentRendering;
import io.proteus.app.rendering.ComparisonRendering;
import io.proteus.app.view.Appraisal;
import io.proteus.app.view.Figures;
import io.proteus.controller.approval.OperatorRequest;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.GuardSettings;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.cluster.Observation;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus apply}. */
@Command(
    name = "apply",
    mixinStandardHelpOptions = true,
    description = {
      "Plan, show the plan, ask, and carry it out: one step after the other, each checked.",
      "While it acts the store's own balancer is off. What an earlier run left is finished first."
    },
    footer = {
      "",
      "Ctrl-C lets the step in flight finish, puts the balancer back and ends; what has been done"
          + " stays.",
      "",
      "Examples:",
      "  proteus apply",
      "  proteus apply --samples 1 --interval 15s --yes --reason 'ticket 7'",
      "  proteus apply --regardless-of-load          also when no threshold is crossed"
    })
public final class ApplyCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private Sampling sampling = new Sampling();
  @Mixin private StepListing listing = new StepListing();
  @Mixin private GivenReason reason = new GivenReason();

  @Option(
      names = "--regardless-of-load",
      description = "Act as if the strategy's thresholds were crossed; guards still hold.")
  private boolean regardlessOfLoad;

  @Option(names = "--yes", description = "Do not ask.")
  private boolean yes;

  public ApplyCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call()
      throws PortException, InvalidConfiguration, JournalException, InterruptedException {
    Screen screen = environment.screen();
    if (!yes && !screen.interactive()) {
      throw new WrongUsage("apply: nobody is there to be asked. --yes applies without a question.");
    }
    OperatorRequest asked = reason.asked("apply");
    cluster.requireFile("apply");
    Configuration configuration = cluster.configuration(environment);
    MonitorSettings settings = sampling.over(configuration.monitor());
    try (ClusterConnection connection = environment.connector().connect(configuration);
        Signals signals = Signals.handled(screen);
        StepProgress progress = new StepProgress(screen, connection.words());
        Controls controls =
            Controls.take(
                connection,
                Operator.here().named("proteus apply"),
                settings,
                environment.at(configuration).time(),
                progress,
                signals.stop())) {
      connection.remarks(settings.period()).forEach(screen.err()::println);
      if (controls.recovery().isNeeded()) {
        Optional<Integer> ended = recover(connection, controls, signals);
        if (ended.isPresent()) {
          return ended.get();
        }
      }
      return apply(connection, controls, signals, settings, asked);
    }
  }

  /**
   * Finishes what an earlier run left; the exit code, or empty where that started nodes: what they
   * hold is still to be decided, and until then they serve nothing.
   */
  private Optional<Integer> recover(
      ClusterConnection connection, Controls controls, Signals signals)
      throws PortException, JournalException, InterruptedException {
    Screen screen = environment.screen();
    screen.err().println("An earlier run was cut short.");
    if (!yes && !screen.confirms("Finish what it left?")) {
      screen.err().println("Nothing was changed.");
      return Optional.of(ExitCode.DECLINED);
    }
    signals.acts();
    var recovered = controls.recovery().recover(controls.claims().claim());
    recovered.sentences().forEach(line -> screen.out().println(line.in(connection.words())));
    boolean nodesAreEmpty =
        recovered.outcome().filter(Outcome.Replan.class::isInstance).isPresent();
    return nodesAreEmpty && !signals.received()
        ? Optional.empty()
        : Optional.of(recovered.outcome().map(ApplyCommand::exitCode).orElse(ExitCode.OK));
  }

  private int apply(
      ClusterConnection connection,
      Controls controls,
      Signals signals,
      MonitorSettings settings,
      OperatorRequest asked)
      throws PortException, JournalException, InterruptedException {
    Screen screen = environment.screen();
    Past past = Past.of(connection);
    Situation now =
        new Gathering(environment.at(connection.configuration()), settings)
            .situation(controls.monitor(), past);
    DecisionMaker decisions = connection.configuration().decisionMaker();
    Decision decision =
        regardlessOfLoad ? decisions.decideRegardlessOfLoad(now) : decisions.decide(now);
    screen
        .out()
        .println(
            new AssessmentRendering(connection.words(), screen.width(), screen.paint())
                .render(ClusterDoctor.assessor(connection.configuration()).assess(now)));
    new DecisionDisplay(screen, connection.words(), listing.most())
        .show(now, decision, decisions, regardlessOfLoad);
    sayThatNothingWaits(decision);
    Optional<Plan> plan = decision.plan();
    if (plan.isEmpty()) {
      return ExitCode.ofHolding(decision.verdict().reasons());
    }
    Optional<Reason> fourEyes = connection.configuration().approval().bounds().fourEyes(plan.get());
    if (fourEyes.isPresent()) {
      screen
          .err()
          .println(
              "This plan takes two people: %s. Nothing was changed. `proteus serve` proposes it, and two people approve it there, on its page or with POST .../plans/P/approve, each with a token of their own."
                  .formatted(fourEyes.get().in(connection.words())));
      return ExitCode.HELD;
    }
    int count = plan.get().steps().size();
    String question =
        count == 1 ? "\nApply this step?" : "\nApply these %,d steps?".formatted(count);
    if (!yes && !screen.confirms(question)) {
      screen.err().println("Nothing was changed.");
      return ExitCode.DECLINED;
    }
    Optional<String> overtaken = overtaken(connection.configuration(), now.now());
    if (overtaken.isPresent()) {
      screen.err().println(overtaken.get());
      return ExitCode.HELD;
    }
    controls
        .journal()
        .append(
            environment.at(connection.configuration()).time().now(),
            new JournalEvent.OperatorAsked(asked.name(), "apply " + plan.get().id(), asked.why()));
    controls
        .journal()
        .append(
            environment.at(connection.configuration()).time().now(),
            new JournalEvent.Decided("retarget", decision.verdict().reasons()));
    signals.acts();
    Outcome outcome = controls.action().carryOut(decision, controls.claims().claim());
    screen
        .out()
        .println("%s: %s".formatted(outcome.word(), outcome.sentence().in(connection.words())));
    if (outcome.ranToItsEnd() && !signals.received()) {
      compare(connection, controls, settings, now, plan.get());
    }
    return exitCode(outcome);
  }

  /**
   * Why a plan is too old to begin, as its question may have waited over night; empty when it is
   * not. By the time of the day, which goes on while a machine sleeps.
   */
  private Optional<String> overtaken(Configuration configuration, Instant decided) {
    GuardSettings guards = configuration.guards();
    Duration age = Duration.between(decided, environment.at(configuration).time().now());
    Duration longest = guards.staleAfter().plus(guards.cooldown());
    return age.compareTo(longest) <= 0
        ? Optional.empty()
        : Optional.of(
            "The plan is %s old, and %s are allowed [guards.staleAfter and guards.cooldown together]. Nothing was changed; `proteus apply` looks and asks anew."
                .formatted(Figures.duration(age), Figures.duration(longest)));
  }

  /** A hold time begins anew with each apply. */
  private void sayThatNothingWaits(Decision decision) {
    if (decision.verdict().reasons().stream()
        .anyMatch(reason -> reason.code() == ReasonCode.CLASS_NOT_CONFIRMED)) {
      environment
          .screen()
          .err()
          .println(
              "apply looks once and cannot wait: `run` and `serve` do; `--regardless-of-load`, or"
                  + " `policies.hold: 0s`, do not wait.");
    }
  }

  private static int exitCode(Outcome outcome) {
    if (outcome instanceof Outcome.Abandoned || outcome instanceof Outcome.Undone) {
      return ExitCode.ABANDONED;
    }
    return outcome instanceof Outcome.Stopped ? ExitCode.INTERRUPTED : ExitCode.OK;
  }

  /** Looks again for an interval: what came of it. */
  private void compare(
      ClusterConnection connection,
      Controls controls,
      MonitorSettings settings,
      Situation before,
      Plan plan)
      throws PortException, InterruptedException {
    Screen screen = environment.screen();
    screen
        .err()
        .println(
            "Looking for %s at what came of it (Ctrl-C skips it)"
                .formatted(Figures.duration(settings.period())));
    controls.monitor().forget();
    controls.monitor().observe();
    environment.at(connection.configuration()).time().sleep(settings.period());
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
