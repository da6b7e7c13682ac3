package io.proteus.lab.elasticity;

import io.proteus.app.Interruption;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.Controls;
import io.proteus.app.cluster.StoreConnector;
import io.proteus.controller.Cycle;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.PortException;
import io.proteus.lab.result.ElasticityRun;
import io.proteus.lab.result.ElasticityRun.Decided;
import io.proteus.lab.result.ElasticityRun.Where;
import io.proteus.lab.result.IntegrityCheck;
import io.proteus.workloads.ledger.AcknowledgedWrites;
import io.proteus.workloads.ledger.Verification;
import io.proteus.workloads.run.WorkloadRunner;
import io.proteus.workloads.tenant.Dataset;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A cluster under a load that changes, to which the loop of production adds nodes and from which it
 * takes them away again. Each run has a cluster of its own, which is deleted in the end.
 */
record StoreResizes(
    ResizedStore store, StoreScript script, Path folder, long seed, Consumer<String> progress) {
  private static final Time TIME = Time.ofTheDay();
  private static final Duration WARM_UP = Duration.ofSeconds(12);

  /** The same with another seed and somebody else who is told. */
  StoreResizes with(long other, Consumer<String> told) {
    return new StoreResizes(store, script, folder, other, told);
  }

  ElasticityRun run(String policy) throws PortException, IOException, InterruptedException {
    ResizedStore.Cluster cluster = store.in(folder);
    cluster.destroy();
    try (Interruption interruption =
        Interruption.handledBy(
            () -> {
              progress.accept("interrupted; ending the cluster");
              cluster.down();
            })) {
      cluster.up(script);
      return play(cluster, policy);
    } catch (InvalidConfiguration | JournalException e) {
      throw new PortException(String.valueOf(e.getMessage()), e);
    } finally {
      cluster.destroy();
    }
  }

  /** Refuses a policy or a setting that cannot be, before anything is started. */
  static Configuration configuration(
      ResizedStore store, StoreScript script, Path folder, List<String> addresses, String policy)
      throws InvalidConfiguration {
    Path journal = folder.resolve("notes").resolve("journal.db");
    return Configuration.parse(
        "the experiment",
        store.configuration(folder, addresses) + script.settings(policy, journal),
        folder);
  }

  private ElasticityRun play(ResizedStore.Cluster cluster, String policy)
      throws PortException,
          IOException,
          InterruptedException,
          InvalidConfiguration,
          JournalException {
    List<Dataset> datasets = script.datasets();
    AcknowledgedWrites ledger = new AcknowledgedWrites(datasets, System.currentTimeMillis());
    Files.createDirectories(folder.resolve("notes"));
    try (StoreRows rows = cluster.rows(script.clients());
        WorkloadRunner runner = new WorkloadRunner(datasets, rows::asked, ledger, seed)) {
      cluster.cap(null);
      rows.load(datasets, ledger, seed);
      if (script.uncapped().isZero()) {
        cluster.cap(script.cores());
        runner.start();
      } else {
        runner.start();
        runner.warmUp(script.uncapped());
        cluster.cap(script.cores());
      }
      runner.warmUp(WARM_UP);
      StopSignal stop = new StopSignal();
      List<Decided> decisions = new ArrayList<>();
      try (ElasticityPlay play =
          ElasticityPlay.begin(
              runner, script.schedule(), () -> cluster.addresses().size(), stop, progress)) {
        JoiningTimes joinings = new JoiningTimes(TIME::now);
        ResizeRecorder recorder =
            new ResizeRecorder(
                TIME, script.surrounding(), script.settles(), play::windows, joinings::taken);
        long begun = System.nanoTime();
        act(
            configuration(store, script, folder, cluster.addresses(), policy),
            cluster,
            play,
            joinings,
            recorder,
            stop,
            cycle -> {
              play.seen(cycle.observation().map(Sides::meanCpu).orElse(null));
              recorder.cycle(cycle);
              note(cycle, (System.nanoTime() - begun) / 1e9, decisions);
            });
        play.close();
        runner.stop();
        cluster.cap(null);
        Verification verification = ledger.verify(rows);
        return result(policy, play, recorder, decisions, verification);
      }
    }
  }

  private void act(
      Configuration configuration,
      ResizedStore.Cluster cluster,
      ElasticityPlay play,
      JoiningTimes joinings,
      ResizeRecorder recorder,
      StopSignal stop,
      Consumer<Cycle> watcher)
      throws PortException, JournalException, InterruptedException {
    try (ClusterConnection connection =
            new StoreConnector(line -> told(line, cluster, play, joinings)).connect(configuration);
        Controls controls =
            Controls.take(
                connection,
                "proteus experiment",
                configuration.monitor(),
                TIME,
                Progress.all(joinings, recorder),
                stop)) {
      controls
          .loop(configuration.decisionMaker(), TIME, configuration.monitor())
          .run(stop, watcher);
    }
  }

  /** A line of the deployment. */
  private void told(
      String line, ResizedStore.Cluster cluster, ElasticityPlay play, JoiningTimes joinings) {
    joinings.told(line);
    JoiningTimes.answers(line)
        .ifPresent(server -> play.once(script.newcomersUncapped(), () -> cap(cluster, server)));
  }

  private void cap(ResizedStore.Cluster cluster, String server) {
    try {
      cluster.capNewcomer(server, script.cores());
    } catch (PortException e) {
      throw new IllegalStateException(server + " cannot be capped: " + e.getMessage(), e);
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
              progress.accept(
                  "  %3.0f s: %s; %s"
                      .formatted(seconds, reasons.get(0), outcome.sentence().toString()));
            });
  }

  private ElasticityRun result(
      String policy,
      ElasticityPlay play,
      ResizeRecorder recorder,
      List<Decided> decisions,
      Verification verification) {
    double seconds = script.schedule().length().toMillis() / 1e3;
    return new ElasticityRun(
        policy,
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
        IntegrityCheck.of(policy, verification),
        play.points(),
        recorder.resizes(),
        decisions,
        List.of());
  }
}
