package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Exits;
import io.proteus.app.Screen;
import io.proteus.app.Signals;
import io.proteus.app.WrongUsage;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.ClusterDoctor;
import io.proteus.app.cluster.Controls;
import io.proteus.app.cluster.Past;
import io.proteus.app.rendering.AssessmentRendering;
import io.proteus.controller.approval.OperatorRequest;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.decision.Assessment;
import io.proteus.core.decision.Assessor;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
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
      "  proteus apply --regardless-of-load          also when no threshold is crossed",
      "  proteus apply --without tablesAltered       moves, but no table is altered"
    })
@Exits(also = {ExitCode.HELD, ExitCode.ABANDONED, ExitCode.CLAIMED, ExitCode.DECLINED})
public final class ApplyCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private Sampling sampling = new Sampling();
  @Mixin private StepListing listing = new StepListing();
  @Mixin private GivenReason reason = new GivenReason();
  @Mixin private PlanParts parts = new PlanParts();

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
    parts.edit(); // what is wrong with it is said before the cluster is looked at
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
    new StoreAtWork(environment, connection, signals).awaitEnd();
    boolean nodesAreEmpty =
        recovered.outcome().filter(Outcome.Replan.class::isInstance).isPresent();
    return nodesAreEmpty && !signals.received()
        ? Optional.empty()
        : Optional.of(recovered.outcome().map(PlanApplication::exitCode).orElse(ExitCode.OK));
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
    Assessor assessor = ClusterDoctor.assessor(connection.configuration());
    Assessment assessment =
        regardlessOfLoad ? assessor.assess(now) : assessor.assess(now, decision);
    screen
        .out()
        .println(
            new AssessmentRendering(connection.words(), screen.width(), screen.paint())
                .render(assessment));
    DecisionDisplay display = new DecisionDisplay(screen, connection.words(), listing.most());
    Decision left = display.without(parts.edit(), now, decision, decisions);
    display.show(now, left, decisions, regardlessOfLoad);
    sayThatNothingWaits(decision);
    if (decision.plan().isEmpty()) {
      return ExitCode.ofHolding(decision.verdict().reasons());
    }
    return new PlanApplication(environment, connection, controls, signals, settings, yes)
        .apply(now, left, asked, "apply");
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
}
