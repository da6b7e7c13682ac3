package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Exits;
import io.proteus.app.Screen;
import io.proteus.app.Signals;
import io.proteus.app.WrongUsage;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.Controls;
import io.proteus.app.rendering.PlanRendering;
import io.proteus.app.view.Figures;
import io.proteus.controller.action.Action;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.RecordedEvent;
import io.proteus.controller.approval.OperatorRequest;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.OperatorAsked;
import io.proteus.controller.journal.JournalEvent.UndoBegan;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.json.PlanDocument;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.controller.undo.CannotUndo;
import io.proteus.controller.undo.UndoPlans;
import io.proteus.controller.undo.UndoTargets;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Undone;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code proteus undo}. */
@Command(
    name = "undo",
    mixinStandardHelpOptions = true,
    description = {
      "Put back what a plan changed, whole or half done: show the steps, ask, and carry them out.",
      "What was before is in the journal, value by value; what is left to do is read off the"
          + " cluster."
    },
    footer = {
      "",
      "Ctrl-C lets the step in flight finish and ends; what has been put back stays, and undoing it"
          + " again goes on.",
      "",
      "Examples:",
      "  proteus undo                                the last plan that changed something",
      "  proteus undo plan-1790000000000-7 --dry-run only show how it would be put back",
      "  proteus undo --go-on                        let run and serve do it again at once",
      "  proteus undo undo-1790000500000-91          do again what an undo put back"
    })
@Exits(also = {ExitCode.ABANDONED, ExitCode.CLAIMED, ExitCode.DECLINED})
public final class UndoCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private StepListing listing = new StepListing();
  @Mixin private GivenReason reason = new GivenReason();

  @Parameters(
      arity = "0..1",
      paramLabel = "PLAN",
      description = "As `proteus history` names it (default: the last that changed something).")
  private @Nullable String plan;

  @Option(names = "--yes", description = "Do not ask.")
  private boolean yes;

  @Option(names = "--dry-run", description = "Show the plan, but change nothing and claim nothing.")
  private boolean dryRun;

  @Option(
      names = "--go-on",
      description =
          "Undo nothing: what was undone may be done again at once, and not only after"
              + " verification.holdAfterUndo.")
  private boolean goOn;

  @Option(names = "--json", description = "With --dry-run: the plan as JSON (docs/schema).")
  private boolean json;

  public UndoCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call()
      throws PortException, InvalidConfiguration, JournalException, InterruptedException {
    Screen screen = environment.screen();
    if (json && !dryRun) {
      throw new WrongUsage("undo: --json only shows the plan. Give --dry-run with it.");
    }
    if (goOn && (plan != null || dryRun)) {
      throw new WrongUsage("undo: --go-on undoes nothing. Give neither a plan nor --dry-run.");
    }
    if (!dryRun && !yes && !goOn && !screen.interactive()) {
      throw new WrongUsage("undo: nobody is there to be asked. --yes undoes without a question.");
    }
    OperatorRequest asked = reason.asked("undo");
    cluster.requireFile("undo");
    Configuration configuration = cluster.configuration(environment);
    try (ClusterConnection connection = environment.connector().connect(configuration)) {
      if (dryRun) {
        return show(connection, asked);
      }
      if (goOn) {
        return goOn(connection, asked);
      }
      try (Signals signals = Signals.handled(screen);
          StepProgress progress = new StepProgress(screen, connection.words());
          Controls controls =
              Controls.take(
                  connection,
                  Operator.here().named("proteus undo"),
                  configuration.monitor(),
                  environment.at(configuration).time(),
                  progress,
                  signals.stop())) {
        return undo(connection, controls, signals, asked);
      }
    }
  }

  private int show(ClusterConnection connection, OperatorRequest asked)
      throws PortException, JournalException {
    try (Journal journal = connection.journalToRead()) {
      ActionLog log = new ActionLog(journal);
      Optional<Action> cutShort = underWay(log);
      Action action = cutShort.isPresent() ? cutShort.get() : toUndo(log);
      Topology now = connection.store().topology();
      Plan made =
          new UndoPlans(
                  connection.ports(), journal, environment.at(connection.configuration()).time())
              .plan(action, why(asked), now);
      if (json) {
        environment
            .screen()
            .out()
            .println(
                CoreJson.prettyText(
                    new PlanDocument(
                        PlanDocument.SCHEMA,
                        now.cluster(),
                        environment.at(connection.configuration()).time().now(),
                        "retarget",
                        made.reasons(),
                        made,
                        null,
                        null),
                    connection.words()));
      } else {
        display(connection, action, made, now);
      }
      return ExitCode.OK;
    }
  }

  private int undo(
      ClusterConnection connection, Controls controls, Signals signals, OperatorRequest asked)
      throws PortException, JournalException, InterruptedException {
    Screen screen = environment.screen();
    ActionLog log = controls.actuator().log();
    Action action = underWay(log).orElse(null);
    boolean goesOn = action != null;
    if (action == null) {
      action = toUndo(log);
      refuseOthersLeft(log, action);
    }
    Topology now = connection.store().topology();
    Plan made = controls.actuator().undo().plans().plan(action, why(asked), now);
    display(connection, action, made, now);
    int count = made.steps().size();
    String question =
        count == 1 ? "\nCarry this step out?" : "\nCarry these %,d steps out?".formatted(count);
    if (count > 0 && !yes && !screen.confirms(question)) {
      screen.err().println("Nothing was changed.");
      return ExitCode.DECLINED;
    }
    signals.acts();
    if (!goesOn || controls.recovery().wasStopped()) {
      controls
          .journal()
          .append(
              environment.at(connection.configuration()).time().now(),
              new OperatorAsked(asked.name(), "undo " + action.id(), asked.why()));
      controls.actuator().undo().begin(action, asked.name(), Sentence.verbatim(asked.why()));
    }
    Optional<Outcome> outcome =
        controls.recovery().recover(made, controls.claims().claim()).outcome();
    if (signals.received()) {
      controls.actuator().undo().giveUp("stopped", Sentence.of("stopped at the command line"), 0);
    }
    outcome.ifPresent(
        how ->
            screen
                .out()
                .println("%s: %s".formatted(how.word(), how.sentence().in(connection.words()))));
    outcome.ifPresent(how -> sayWhatIsHeld(connection, how));
    return outcome.map(UndoCommand::exitCode).orElse(ExitCode.OK);
  }

  /** Needs no claim: it acts on nothing, and a daemon that leads reads it from the journal. */
  private int goOn(ClusterConnection connection, OperatorRequest asked)
      throws PortException, JournalException {
    try (Journal journal = connection.journal()) {
      Undone undone = journal.memory().undone();
      if (undone == null) {
        throw new InvalidValue("undo: nothing was undone that Proteus would not do again.");
      }
      journal.append(
          environment.at(connection.configuration()).time().now(),
          new OperatorAsked(asked.name(), OperatorAsked.GO_ON, asked.why()));
      environment
          .screen()
          .out()
          .println("What %s had done may be done again at once.".formatted(undone.plan()));
      return ExitCode.OK;
    }
  }

  /** What keeps `run` and `serve` idle from here on, and how to end that. */
  private void sayWhatIsHeld(ClusterConnection connection, Outcome outcome) {
    Duration held = connection.configuration().guards().holdAfterUndo();
    if (outcome instanceof Outcome.Undone && !held.isZero()) {
      environment
          .screen()
          .out()
          .println(
              "For %s `run` and `serve` do nothing like it [verification.holdAfterUndo]; `proteus undo --go-on` ends that."
                  .formatted(Figures.duration(held)));
    }
  }

  private static int exitCode(Outcome outcome) {
    if (outcome instanceof Outcome.Undone) {
      return ExitCode.OK;
    }
    return outcome instanceof Outcome.Stopped ? ExitCode.INTERRUPTED : ExitCode.ABANDONED;
  }

  /** An undo that was cut short has to be gone on with before anything else is undone. */
  private Optional<Action> underWay(ActionLog log) throws JournalException {
    RecordedEvent<UndoBegan> begun = log.now().underWay();
    if (begun == null) {
      return Optional.empty();
    }
    Optional<Action> action = log.of(begun.event().plan());
    if (plan != null && action.isPresent() && !action.get().contains(plan)) {
      throw new InvalidValue(
          "undo: %s is being put back, which was cut short. 'proteus undo' goes on with it first."
              .formatted(begun.event().plan()));
    }
    return action;
  }

  private Action toUndo(ActionLog log) throws JournalException {
    try {
      return new UndoTargets(log).find(plan);
    } catch (CannotUndo e) {
      throw new InvalidValue("undo: " + e.getMessage());
    }
  }

  private static void refuseOthersLeft(ActionLog log, Action action) throws JournalException {
    for (ActionPlan left : log.now().unfinished()) {
      if (!action.contains(left.id())) {
        throw new InvalidValue(
            """
            undo: %s was cut short. 'proteus apply' finishes it, 'proteus undo %s' puts it back.\
            """
                .formatted(left.id(), left.id()));
      }
    }
  }

  private static List<Reason> why(OperatorRequest asked) {
    return List.of(ReasonCode.PUT_BACK.says("%s: %s", asked.name(), asked.why()));
  }

  private void display(ClusterConnection connection, Action action, Plan made, Topology now) {
    Screen screen = environment.screen();
    PlanRendering rendering =
        new PlanRendering(connection.words(), screen.width(), listing.most(), screen.paint());
    if (made.steps().isEmpty()) {
      screen.out().println("Nothing is left of what %s changed.".formatted(action.id()));
      screen.out().println(rendering.reasons(made.reasons()));
    } else {
      screen.out().println("This puts back what %s changed.".formatted(action.id()));
      screen.out().print(rendering.render(made, now));
    }
    screen.out().flush();
  }
}
