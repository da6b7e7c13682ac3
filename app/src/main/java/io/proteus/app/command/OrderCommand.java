package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.Screen;
import io.proteus.app.Signals;
import io.proteus.app.WrongUsage;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.Controls;
import io.proteus.app.cluster.Past;
import io.proteus.controller.approval.NodeOrders;
import io.proteus.controller.approval.OperatorRequest;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.InvalidValue;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * An order of an operator: shown as a plan with its price, asked about, journalled, carried out.
 */
abstract class OrderCommand implements Callable<Integer> {
  private final Environment environment;
  private final String name;

  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private Sampling sampling = new Sampling();
  @Mixin private StepListing listing = new StepListing();
  @Mixin private GivenReason reason = new GivenReason();

  @Option(names = "--yes", description = "Do not ask.")
  private boolean yes;

  OrderCommand(Environment environment, String name) {
    this.environment = environment;
    this.name = name;
  }

  /** Refuses what is wrong with it before the cluster is looked at. */
  void requireRight() {}

  /** Says what the order comes to, asks, and carries it out; the exit code. */
  abstract int carryOut(
      PlanApplication application, NodeOrders orders, Situation now, OperatorRequest asked)
      throws PortException, JournalException, InterruptedException;

  /** The name of the command. */
  String name() {
    return name;
  }

  /** Where answers go. */
  Screen screen() {
    return environment.screen();
  }

  /** Shows the plan, or why there is none. */
  void show(
      PlanApplication application, Situation then, Decision decision, DecisionMaker decisions) {
    new DecisionDisplay(screen(), application.connection().words(), listing.most())
        .show(then, decision, decisions, true);
  }

  @Override
  public Integer call()
      throws PortException, InvalidConfiguration, JournalException, InterruptedException {
    Screen screen = environment.screen();
    if (!yes && !screen.interactive()) {
      throw new WrongUsage(
          "%s: nobody is there to be asked. --yes does it without a question.".formatted(name));
    }
    requireRight();
    OperatorRequest asked = reason.asked(name);
    cluster.requireFile(name);
    Configuration configuration = cluster.configuration(environment);
    MonitorSettings settings = sampling.over(configuration.monitor());
    Time time = environment.at(configuration).time();
    try (ClusterConnection connection = environment.connector().connect(configuration);
        Signals signals = Signals.handled(screen);
        StepProgress progress = new StepProgress(screen, connection.words());
        Controls controls =
            Controls.take(
                connection,
                Operator.here().named("proteus " + name),
                settings,
                time,
                progress,
                signals.stop())) {
      if (controls.recovery().isNeeded()) {
        throw new InvalidValue(
            "%s: an earlier run was cut short. 'proteus apply' finishes what it left; then try again."
                .formatted(name));
      }
      Situation now =
          new Gathering(environment.at(configuration), settings)
              .situation(controls.monitor(), Past.of(connection));
      return carryOut(
          new PlanApplication(environment, connection, controls, signals, settings, yes),
          new NodeOrders(controls.journal(), time, connection.words()),
          now,
          asked);
    }
  }
}
