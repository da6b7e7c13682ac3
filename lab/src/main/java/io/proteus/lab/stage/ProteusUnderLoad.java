package io.proteus.lab.stage;

import io.proteus.app.rendering.Paint;
import io.proteus.app.rendering.PlanRendering;
import io.proteus.controller.Monitor;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.configuration.MonitorSettings;
import io.proteus.controller.execution.Balancer;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.PlanExecutor;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.journal.StepState;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claim;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.words.Sentence;
import io.proteus.engine.hbase.HBaseWords;
import io.proteus.lab.result.Reconfiguration;
import io.proteus.lab.result.Reconfiguration.Event;
import io.proteus.lab.result.Reconfiguration.EventKind;
import io.proteus.workloads.run.WorkloadRunner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lets Proteus do on the stage what it does on any cluster: observe, decide by its default settings
 * (but for the period, which is shorter), and carry the plan out while the tenants go on.
 */
public final class ProteusUnderLoad implements Progress {
  private final Stage stage;
  private final Timing timing;
  private final String settings;
  private final Consumer<String> progress;
  private final List<Event> events = new ArrayList<>();
  private final Map<Integer, Instant> issued = new HashMap<>();
  private @Nullable Layout layout;

  /**
   * @param settings beside the defaults, as YAML
   */
  public ProteusUnderLoad(Stage stage, Timing timing, String settings, Consumer<String> progress) {
    this.stage = stage;
    this.timing = timing;
    this.settings = settings;
    this.progress = progress;
  }

  /** What the last plan was for; null before there was one. */
  public @Nullable Layout layout() {
    return layout;
  }

  /**
   * Returns when its plans are carried out. The guards that count minutes between actions are not
   * asked: here time is shorter.
   *
   * @param mostPlans one after the other; where it is one, a decision to hold is a failure
   */
  public Reconfiguration reconfigure(WorkloadRunner runner, int mostPlans)
      throws PortException, InterruptedException {
    carryOut(runner::warmUp, mostPlans);
    return new Reconfiguration(events, runner.series());
  }

  /** Lets clients work on for a while. */
  @FunctionalInterface
  public interface Clients {
    void goOn(Duration length) throws InterruptedException;
  }

  /** The same under other clients; tells what it did, the earliest first. */
  public List<Event> carryOut(Clients clients, int mostPlans)
      throws PortException, InterruptedException {
    Configuration configuration = configuration(stage, timing, settings);
    Monitor monitor =
        new Monitor(
            Ports.of(stage.engine(), stage.cloud()),
            stage.cloud(),
            new MonitorSettings(
                timing.interval(), timing.samples(), configuration.monitor().smoothing()),
            Time.ofTheDay());
    StrategyMemory memory = StrategyMemory.INITIAL;
    for (int plans = 0; plans < mostPlans; plans++) {
      Decision decision = decision(clients, monitor, configuration, memory);
      event(
          EventKind.DECISION,
          decision.verdict().reasons().stream()
              .map(reason -> reason.in(HBaseWords.WORDS))
              .collect(Collectors.joining("; ")));
      if (decision.plan().isEmpty()) {
        hold(decision, mostPlans);
        break;
      }
      memory = decision.verdict().memory();
      carryOut(decision.plan().get(), decision, configuration);
    }
    return List.copyOf(events);
  }

  private Decision decision(
      Clients clients, Monitor monitor, Configuration configuration, StrategyMemory memory)
      throws PortException, InterruptedException {
    monitor.forget();
    monitor.observe();
    for (int i = 0; i < timing.samples(); i++) {
      clients.goOn(timing.interval());
      monitor.observe();
    }
    Situation now = monitor.situation(null, memory).orElseThrow();
    return configuration.decisionMaker().decide(now);
  }

  private void hold(Decision decision, int mostPlans) throws PortException {
    String held = "Proteus held: " + decision.verdict().reasons();
    if (mostPlans == 1) {
      throw new PortException(held);
    }
    progress.accept("  " + held);
    if (layout == null) {
      event(EventKind.DONE, held);
    }
  }

  private void carryOut(Plan plan, Decision decision, Configuration configuration)
      throws PortException {
    layout = plan.target();
    PlanRendering rendering = new PlanRendering(HBaseWords.WORDS, Integer.MAX_VALUE, 0, Paint.NONE);
    rendering.reasons(decision.verdict().reasons()).lines().forEach(progress);
    progress.accept("  %d steps.%s".formatted(plan.steps().size(), rendering.price(plan)));
    Ports ports = Ports.of(stage.engine(), stage.cloud());
    Time time = Time.ofTheDay();
    try (Claim claim = stage.engine().claim("proteus experiment");
        Journal journal = SqliteJournal.inMemory()) {
      PlanExecutor executor =
          new PlanExecutor(
              ports,
              new Balancer(ports, journal, time),
              new ActionLog(journal),
              time,
              configuration.execution(),
              this,
              new StopSignal(),
              configuration.decisionMaker().predictor().costs());
      Outcome outcome = executor.carryOut(plan, decision.verdict().memory(), claim);
      event(EventKind.DONE, outcome.sentence().toString());
      if (!outcome.ranToItsEnd()) {
        throw new PortException(
            "the plan was not completed: %s %s"
                .formatted(outcome.word(), outcome.sentence().toString()));
      }
    }
  }

  @Override
  public void reached(Plan plan, int step, StepState state, @Nullable Sentence why) {
    String sentence = plan.steps().get(step).sentence().in(HBaseWords.WORDS);
    if (state == StepState.ISSUED) {
      issued.put(step, Instant.now());
    } else {
      Instant since = issued.getOrDefault(step, Instant.now());
      double seconds = (Instant.now().toEpochMilli() - since.toEpochMilli()) / 1e3;
      progress.accept(
          "  %5.1f s  %s: %s%s"
              .formatted(
                  seconds,
                  state.name().toLowerCase(Locale.ROOT),
                  sentence,
                  why == null ? "" : " (" + why.in(HBaseWords.WORDS) + ")"));
      event(EventKind.STEP, sentence);
    }
  }

  private void event(EventKind kind, String text) {
    events.add(new Event(Instant.now(), kind, text));
  }

  /** The defaults for this stage, but for how often is looked. */
  public static Configuration configuration(Stage stage, Timing timing, String settings)
      throws PortException {
    String text =
        """
        cluster:
          name: stage
        engine:
          zookeeper: %s
        monitor:
          period: %ds
          samples: %d
        """
                .formatted(stage.zooKeeper(), timing.interval().toSeconds(), timing.samples())
            + (settings.contains("strategy:") ? "" : "strategy: met\n")
            + settings;
    try {
      return Configuration.parse("the experiment", text, stage.spec().directory());
    } catch (InvalidConfiguration e) {
      throw new PortException(String.valueOf(e.getMessage()), e);
    }
  }
}
