package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.Signals;
import io.proteus.app.WrongUsage;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.Controls;
import io.proteus.app.cluster.Past;
import io.proteus.controller.approval.NodeOrders;
import io.proteus.controller.approval.NotPossible;
import io.proteus.controller.approval.OperatorRequest;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.InvalidValue;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * An order about one node: shown as a plan with its price, asked about, journalled, carried out.
 */
abstract class NodeOrderCommand implements Callable<Integer> {
  private final Environment environment;
  private final String name;

  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private Sampling sampling = new Sampling();
  @Mixin private StepListing listing = new StepListing();
  @Mixin private GivenReason reason = new GivenReason();

  @Parameters(paramLabel = "NODE", description = "As `proteus watch` names it.")
  private String node = "";

  @Option(names = "--yes", description = "Do not ask.")
  private boolean yes;

  NodeOrderCommand(Environment environment, String name) {
    this.environment = environment;
    this.name = name;
  }

  /** The nodes that are kept empty once the order counts. */
  abstract DrainedNodes ordered(NodeOrders orders, NodeId node, Situation now)
      throws NotPossible, JournalException;

  /** What the order asks for now; empty where nothing is to be moved. */
  abstract Optional<Decision> decide(DecisionMaker decisions, Situation now);

  /** What is said where nothing has to be moved. */
  abstract String doneAtOnce(NodeId node);

  @Override
  public Integer call()
      throws PortException, InvalidConfiguration, JournalException, InterruptedException {
    Screen screen = environment.screen();
    if (!yes && !screen.interactive()) {
      throw new WrongUsage(
          "%s: nobody is there to be asked. --yes does it without a question.".formatted(name));
    }
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

  private int carryOut(
      PlanApplication application, NodeOrders orders, Situation now, OperatorRequest asked)
      throws PortException, JournalException, InterruptedException {
    Screen screen = environment.screen();
    NodeId id = new NodeId(node);
    DecisionMaker decisions = application.connection().configuration().decisionMaker();
    DrainedNodes drains;
    try {
      drains = ordered(orders, id, now);
    } catch (NotPossible e) {
      screen.err().println("%s: %s".formatted(name, e.getMessage()));
      return ExitCode.HELD;
    }
    Situation then = now.with(now.memory().with(drains));
    Optional<Decision> decision = decide(decisions, then);
    String what = "%s %s".formatted(name, id);
    if (decision.isEmpty()) {
      orders.order(what, drains, asked);
      screen.out().println(doneAtOnce(id));
      return ExitCode.OK;
    }
    new DecisionDisplay(screen, application.connection().words(), listing.most())
        .show(then, decision.get(), decisions, true);
    return decision.get().plan().isEmpty()
        ? ExitCode.ofHolding(decision.get().verdict().reasons())
        : application.apply(then, decision.get(), name, () -> orders.order(what, drains, asked));
  }
}
