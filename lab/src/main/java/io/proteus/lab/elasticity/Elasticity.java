package io.proteus.lab.elasticity;

import io.proteus.app.WrongUsage;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.Controls;
import io.proteus.app.cluster.ShippedGuide;
import io.proteus.app.cluster.StoreParameters;
import io.proteus.controller.Cycle;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.controller.settings.YamlNode;
import io.proteus.controller.settings.YamlText;
import io.proteus.core.port.OpenCloud;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.engine.hbase.HBaseWords;
import io.proteus.lab.result.ElasticityRun;
import io.proteus.lab.result.ElasticityRun.Decided;
import io.proteus.lab.result.ElasticityRun.Where;
import io.proteus.lab.result.IntegrityCheck;
import io.proteus.lab.result.Resize;
import io.proteus.lab.stage.BootedServers;
import io.proteus.lab.stage.HandMadeLayouts;
import io.proteus.lab.stage.Stage;
import io.proteus.lab.stage.StageHold;
import io.proteus.lab.stage.StageSpec;
import io.proteus.lab.stage.Timing;
import io.proteus.simulator.run.Simulation;
import io.proteus.workloads.ledger.Verification;
import io.proteus.workloads.run.WorkloadRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The elasticity experiment on a real cluster: for each strategy a new one, with the same data laid
 * out in the same way, on which the loop of production adds and removes servers under load.
 *
 * @param cloud the section {@code cloud} of the machines on which servers run; empty: they are
 *     processes that the stage starts
 * @param journals folder for what Proteus saw and did, a file a strategy
 */
record Elasticity(
    ElasticityScript script,
    StageSpec spec,
    Optional<String> cloud,
    Timing timing,
    long seed,
    Path journals,
    Consumer<String> progress) {
  private static final Time TIME = Time.ofTheDay();

  /** The script's settings with this strategy; the journal is a new file of its own. */
  static Configuration configuration(
      ElasticityScript script, String strategy, String zooKeeper, Path journals)
      throws InvalidConfiguration {
    return configuration(script, strategy, zooKeeper, journals, "");
  }

  /**
   * The same with a cloud.
   *
   * @param cloud the section, with its name
   */
  static Configuration configuration(
      ElasticityScript script, String strategy, String zooKeeper, Path journals, String cloud)
      throws InvalidConfiguration {
    String chosen = strategy.equals(Simulation.NOBODY) ? "" : "strategy: " + strategy + "\n";
    String text =
        """
        cluster: {name: stage}
        engine: {zookeeper: "%s"}
        journal: {file: "%s.db"}
        """
            .formatted(zooKeeper, strategy);
    return Configuration.parse(
        "the experiment", text + chosen + script.settings() + cloud, journals);
  }

  /**
   * The section of a configuration, from the lines of its file and those of a stage.
   *
   * @throws WrongUsage where the file has keys of the stage
   */
  static String section(String file, List<String> keys) throws InvalidConfiguration {
    List<String> own = keys.stream().map(line -> line.substring(0, line.indexOf(':'))).toList();
    List<String> twice =
        YamlText.parse("--cloud", file).entries().stream()
            .map(YamlNode.Entry::key)
            .filter(own::contains)
            .toList();
    if (!twice.isEmpty()) {
      throw new WrongUsage(
          "--cloud: want the section cloud without %s, which the experiment sets itself, got %s. Take that out of the file."
              .formatted(String.join(", ", own), String.join(", ", twice)));
    }
    return "cloud:\n" + (file.stripTrailing() + "\n" + String.join("\n", keys)).indent(2);
  }

  ElasticityRun run(String strategy) throws PortException, IOException, InterruptedException {
    progress.accept("%s: starting %d servers".formatted(strategy, spec.regionServers()));
    try {
      return cloud.isEmpty() ? onProcesses(strategy) : onMachines(strategy, cloud.get());
    } catch (InvalidConfiguration | JournalException e) {
      throw new PortException(String.valueOf(e.getMessage()), e);
    }
  }

  private ElasticityRun onProcesses(String strategy)
      throws PortException,
          IOException,
          InterruptedException,
          InvalidConfiguration,
          JournalException {
    try (StageHold hold = StageHold.open(spec, line -> {})) {
      Stage stage = hold.stage();
      prepare(stage);
      Configuration configuration =
          configuration(script, strategy, stage.zooKeeper(), emptyJournal(strategy));
      return play(stage, configuration, strategy, Ports.of(stage.engine(), stage.elasticCloud()));
    }
  }

  /** One more than there may be serves until machines do. */
  private ElasticityRun onMachines(String strategy, String file)
      throws PortException,
          IOException,
          InterruptedException,
          InvalidConfiguration,
          JournalException {
    StageSpec withAll = spec.withRegionServers(script.most() + 1);
    try (StageHold hold = StageHold.open(withAll, line -> {})) {
      Stage stage = hold.stage();
      Configuration configuration =
          configuration(
              script,
              strategy,
              stage.zooKeeper(),
              emptyJournal(strategy),
              section(file, BootedServers.keys(stage)));
      OpenCloud machines =
          configuration.extensions().cloud().open(line -> progress.accept("  " + line));
      progress.accept("booting %d servers".formatted(script.servers()));
      try (BootedServers booted =
          BootedServers.start(stage, machines, script.servers(), progress)) {
        prepare(stage);
        return play(stage, configuration, strategy, booted.ports());
      }
    }
  }

  private void prepare(Stage stage) throws PortException, IOException, InterruptedException {
    progress.accept("loading %,d rows a tenant".formatted(script.rows()));
    stage.createTables(script.tenants(), script.rows());
    stage.load(seed, loaded -> {});
    stage
        .arranger()
        .arrange(
            new HandMadeLayouts(stage.engine().topology(), stage.known())
                .balanced(HandMadeLayouts.ONE_CONFIGURATION));
    stage.arranger().compactAll();
  }

  private ElasticityRun play(Stage stage, Configuration configuration, String strategy, Ports ports)
      throws PortException, IOException, InterruptedException, JournalException {
    StopSignal stop = new StopSignal();
    try (WorkloadRunner runner = stage.runner(seed)) {
      runner.start();
      progress.accept("warming up for %d s".formatted(timing.firstWarmUp().toSeconds()));
      runner.warmUp(timing.firstWarmUp());
      stage.cap(spec.cores());
      runner.warmUp(timing.settle());
      stage.takeJoinings();
      try (ElasticityPlay play =
          ElasticityPlay.begin(runner, script.schedule(), stage::runningServers, stop, progress)) {
        ResizeRecorder recorder = new ResizeRecorder(TIME, play::windows, () -> joinings(stage));
        List<Decided> decisions = new ArrayList<>();
        if (strategy.equals(Simulation.NOBODY)) {
          runner.warmUp(script.length().plus(timing.settle()));
        } else {
          runner.warmUp(script.acts());
          long begun = System.nanoTime() - script.acts().toNanos();
          act(
              stage,
              ports,
              configuration,
              recorder,
              stop,
              cycle -> {
                play.seen(cycle.observation().map(Sides::meanCpu).orElse(null));
                recorder.cycle(cycle);
                note(cycle, (System.nanoTime() - begun) / 1e9, decisions);
              });
        }
        play.close();
        runner.stop();
        return result(stage, strategy, play, recorder.resizes(), decisions);
      }
    } finally {
      stage.cap(null);
    }
  }

  private Path emptyJournal(String strategy) throws IOException {
    Files.createDirectories(journals);
    for (String suffix : List.of("", "-wal", "-shm")) {
      Files.deleteIfExists(journals.resolve(strategy + ".db" + suffix));
    }
    return journals;
  }

  private static void act(
      Stage stage,
      Ports ports,
      Configuration configuration,
      ResizeRecorder recorder,
      StopSignal stop,
      Consumer<Cycle> watcher)
      throws PortException, JournalException, InterruptedException {
    // not closed: the stage closes the engine
    ClusterConnection connection =
        new ClusterConnection(
            configuration,
            HBaseWords.WORDS,
            ports,
            stage.cloud(),
            new StoreParameters(ShippedGuide.of("hbase").catalogue(), stage.engine().settings()),
            Duration.ZERO,
            stage.engine().tables());
    try (Controls controls =
        Controls.take(
            connection, "proteus experiment", configuration.monitor(), TIME, recorder, stop)) {
      controls
          .loop(configuration.decisionMaker(), TIME, configuration.monitor())
          .run(stop, watcher);
    }
  }

  private void note(Cycle cycle, double seconds, List<Decided> decisions) {
    cycle
        .outcome()
        .ifPresent(
            outcome -> {
              List<String> reasons =
                  cycle.decision().verdict().reasons().stream().map(Object::toString).toList();
              decisions.add(new Decided(seconds, reasons, outcome.sentence().toString()));
              progress.accept("  %s; %s".formatted(reasons.get(0), outcome.sentence().toString()));
            });
  }

  static List<Resize.Joining> joinings(Stage stage) {
    return stage.takeJoinings().stream()
        .map(
            joining ->
                new Resize.Joining(
                    joining.server(),
                    joining.configuration().toMillis() / 1e3,
                    joining.process().toMillis() / 1e3,
                    joining.registration().toMillis() / 1e3))
        .toList();
  }

  private ElasticityRun result(
      Stage stage,
      String strategy,
      ElasticityPlay play,
      List<Resize> resizes,
      List<Decided> decisions)
      throws PortException, IOException, InterruptedException {
    double seconds = script.length().toMillis() / 1e3;
    stage.cap(null);
    List<String> incidents = new ArrayList<>();
    long homeless =
        stage.engine().topology().partitions().stream().filter(p -> p.node() == null).count();
    if (homeless > 0) {
      incidents.add("%d regions were without a server at the end".formatted(homeless));
    }
    Verification verification = stage.verify();
    progress.accept(
        "%,d acknowledged writes read back, %d lost"
            .formatted(verification.checked(), verification.lost()));
    return new ElasticityRun(
        strategy,
        Where.REAL,
        seconds,
        play.operations(),
        Sides.meanLatencyMillis(play.windows()),
        play.nodes().nodeHours(seconds),
        play.nodes().most(),
        play.nodes().nodesAt(seconds),
        play.nodes().resizes(),
        play.nodes().oppositeResizes(),
        play.failures(),
        IntegrityCheck.of(strategy + ", real", verification),
        play.points(),
        resizes,
        decisions,
        incidents);
  }
}
