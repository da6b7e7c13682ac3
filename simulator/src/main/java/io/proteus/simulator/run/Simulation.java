package io.proteus.simulator.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.proteus.controller.Actuator;
import io.proteus.controller.Claims;
import io.proteus.controller.ControlLoop;
import io.proteus.controller.Cycle;
import io.proteus.controller.Monitor;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.execution.Balancer;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.decision.DecisionMaker;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.strategy.scaling.NodeBounds;
import io.proteus.core.units.InvalidValue;
import io.proteus.simulator.model.ModelConstants;
import io.proteus.simulator.run.SimulationResult.Decided;
import io.proteus.simulator.scenario.Recording;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.world.ControllerLife;
import io.proteus.simulator.world.SimulatedCloud;
import io.proteus.simulator.world.SimulatedEngine;
import io.proteus.simulator.world.VirtualTime;
import io.proteus.simulator.world.World;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run of a scenario: the control loop of production, its strategies, planner and executor, on a
 * simulated store, simulated machines and virtual time.
 */
public final class Simulation {
  /** Stands for "Proteus does not act": what the clients get if all stays as it is. */
  public static final String NOBODY = "none";

  private static final Duration RESTARTED_AFTER = Duration.ofSeconds(5);
  private static final double SPAN_SECONDS = 10;

  private final Scenario scenario;
  private final String strategy;
  private final long seed;
  private final @Nullable Recording recording;
  private final World world;
  private final Configuration configuration;
  private final StopSignal stop = new StopSignal();
  private final DecisionMaker maker;
  private final List<Decided> decisions = new ArrayList<>();
  private final Map<String, Double> errors = new LinkedHashMap<>();
  private final Curves curves;
  private final MachineBounds bounds;

  private Simulation(
      Scenario scenario,
      @Nullable Recording recording,
      String strategy,
      long seed,
      ModelConstants constants,
      @Nullable DecisionMaker maker)
      throws InvalidConfiguration {
    this.scenario = scenario;
    this.strategy = strategy;
    this.seed = seed;
    this.recording = recording;
    this.configuration = configuration(scenario, strategy);
    this.maker = maker == null ? configuration.decisionMaker() : maker;
    this.world = new World(scenario, recording, constants, seed);
    this.curves = new Curves(SPAN_SECONDS, scenario.lasts(), world);
    this.bounds = new MachineBounds(configuration.nodes(), scenario.lasts(), world);
    world.watchedBy(
        now -> {
          curves.pass(now);
          bounds.pass(now);
        });
  }

  /**
   * Runs a scenario.
   *
   * @param strategy as in {@code strategy:} of the configuration file, or {@link #NOBODY}
   */
  public static SimulationResult run(Scenario scenario, String strategy, long seed)
      throws InvalidConfiguration {
    return run(scenario, strategy, seed, scenario.store().constants());
  }

  public static SimulationResult run(
      Scenario scenario, String strategy, long seed, ModelConstants constants)
      throws InvalidConfiguration {
    try (Journal journal = SqliteJournal.inMemory()) {
      return new Simulation(scenario, null, strategy, seed, constants, null).run(journal);
    }
  }

  /** Runs a scenario with this to decide, instead of a strategy that has a name. */
  static SimulationResult deciding(Scenario scenario, DecisionMaker maker, long seed)
      throws InvalidConfiguration {
    try (Journal journal = SqliteJournal.inMemory()) {
      return new Simulation(scenario, null, "met", seed, scenario.store().constants(), maker)
          .run(journal);
    }
  }

  /**
   * Runs what was recorded again. {@link #NOBODY} means as it was: nodes come and go and partitions
   * move when they did. What was on those that went is taken to have been copied: a recording tells
   * neither that nor what was compacted, and what was not lost must not seem to be.
   */
  public static SimulationResult replay(
      Scenario scenario, Recording recording, String strategy, long seed)
      throws InvalidConfiguration {
    ModelConstants fitted = scenario.store().constants();
    ModelConstants constants = strategy.equals(NOBODY) ? fitted.keepingCopies() : fitted;
    try (Journal journal = SqliteJournal.inMemory()) {
      return new Simulation(scenario, recording, strategy, seed, constants, null).run(journal);
    }
  }

  /** Runs a scenario, and keeps what Proteus writes down. */
  public static SimulationResult journaled(
      Scenario scenario, String strategy, long seed, Journal journal) throws InvalidConfiguration {
    return new Simulation(scenario, null, strategy, seed, scenario.store().constants(), null)
        .run(journal);
  }

  /** The scenario's settings of Proteus on top of the defaults. */
  static Configuration configuration(Scenario scenario, String strategy)
      throws InvalidConfiguration {
    Map<String, Object> settings = new LinkedHashMap<>(scenario.proteus());
    settings.put("cluster", Map.of("name", scenario.name()));
    settings.put("engine", scenario.store().engine());
    if (!strategy.equals(NOBODY)) {
      settings.put("strategy", strategy);
    }
    try {
      return Configuration.parseUnseen(
          "scenario %s: proteus".formatted(scenario.name()),
          new YAMLMapper().writeValueAsString(settings),
          Path.of("."));
    } catch (JsonProcessingException e) {
      throw new InvalidValue(
          "scenario %s: its settings of Proteus cannot be written: %s"
              .formatted(scenario.name(), e.getOriginalMessage()));
    }
  }

  /** How few and how many nodes Proteus may have in a scenario. */
  public static NodeBounds bounds(Scenario scenario) throws InvalidConfiguration {
    return configuration(scenario, NOBODY).nodes();
  }

  private SimulationResult run(Journal journal) {
    if (strategy.equals(NOBODY) && recording != null) {
      new AsItWas(recording, world, scenario.lasts()).play();
    } else if (strategy.equals(NOBODY)) {
      world.advance(scenario.lasts());
    } else {
      world.advance(scenario.acts());
      while (!world.isOver()) {
        live(journal);
      }
    }
    return result(journal);
  }

  /** Proteus from a start until it is killed, or until the end. */
  private void live(Journal journal) {
    ControllerLife life = new ControllerLife(world);
    try (SimulatedEngine engine = new SimulatedEngine(world, life)) {
      SimulatedCloud cloud = new SimulatedCloud(world, life);
      Ports ports = engine.ports(cloud);
      Journal mortal = new MortalJournal(journal, life);
      VirtualTime time = new VirtualTime(world, stop);
      Monitor monitor = new Monitor(ports, cloud, configuration.monitor(), time);
      Balancer balancer = new Balancer(ports, mortal, time);
      Actuator actuator =
          Actuator.on(
              ports,
              monitor,
              maker,
              balancer,
              new ActionLog(mortal),
              time,
              new Actuator.ExecutionOptions(
                  configuration.execution(), configuration.verification(), Progress.UNSEEN, stop));
      try (ControlLoop loop =
          ControlLoop.acting(
                  monitor,
                  maker,
                  time,
                  configuration.monitor().period(),
                  actuator,
                  Claims.first(engine, "proteus"))
              .refining(configuration.policies().tuning())) {
        loop.run(stop, this::note);
      }
    } catch (ControllerLife.Killed e) {
      world.advance(RESTARTED_AFTER);
    } catch (PortException e) {
      world.advance(RESTARTED_AFTER);
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts a simulation", e);
    }
  }

  private void note(Cycle cycle) {
    cycle.error().ifPresent(error -> errors.putIfAbsent(error, world.seconds()));
    cycle
        .outcome()
        .ifPresent(
            outcome ->
                decisions.add(
                    new Decided(
                        Duration.between(World.BEGINNING, cycle.at()).toMillis() / 1e3,
                        world.seconds(),
                        cycle.decision().verdict().reasons().stream()
                            .map(Object::toString)
                            .toList(),
                        outcome.sentence().toString())));
  }

  private SimulationResult result(Journal journal) {
    List<String> incidents = new ArrayList<>(world.incidents());
    errors.forEach((error, at) -> incidents.add("%s, first after %.0f s".formatted(error, at)));
    if (!strategy.equals(NOBODY)) {
      incidents.addAll(bounds.incidents());
    }
    int unfinished = 0;
    try {
      unfinished = journal.unfinishedPlans().size();
    } catch (JournalException e) {
      incidents.add("the journal cannot be read: " + e.getMessage());
    }
    Curves.Total total = curves.total();
    return new SimulationResult(
        scenario.name(),
        strategy,
        seed,
        total.seconds(),
        total.answered(),
        total.openLoops(),
        curves.points(),
        total.answers(),
        decisions,
        curves.nodeHours(),
        curves.mostNodes(),
        world.moves(),
        world.movedBytes(),
        world.restarts(),
        curves.resizes().all(),
        curves.resizes().opposite(),
        unfinished,
        incidents);
  }
}
