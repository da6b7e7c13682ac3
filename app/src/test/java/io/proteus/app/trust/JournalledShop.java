package io.proteus.app.trust;

import io.proteus.controller.ControlLoop;
import io.proteus.controller.Monitor;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.approval.Approvals;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.configuration.ApprovalSettings;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.MixedClusters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** A folder with the journal of an hour in which Proteus looked at a busy cluster. */
final class JournalledShop {
  static final String SETTINGS =
      """
      cluster: {name: shop}
      engine: {zookeeper: 'localhost:2181'}
      strategy: met
      monitor: {period: 30s, samples: 2}
      journal: {file: journal.db}
      """;

  private static final Duration PERIOD = Duration.ofSeconds(30);

  final Path folder;
  final ManualClock clock = ManualClock.start();
  final InMemoryCluster cluster = MixedClusters.two(clock, 0.7).build();
  final Configuration configuration;
  final Time time =
      new Time() {
        @Override
        public Instant now() {
          return clock.instant();
        }

        @Override
        public void sleep(Duration duration) {
          clock.advance(duration);
        }
      };

  JournalledShop(Path folder) throws Exception {
    this.folder = folder;
    Files.writeString(folder.resolve("proteus.yaml"), SETTINGS);
    configuration = Configuration.read(folder.resolve("proteus.yaml"));
  }

  /** Looks so often, every 30 s, and changes nothing. */
  JournalledShop watched(int cycles) throws Exception {
    Monitor monitor = new Monitor(cluster.ports(), cluster.hosts(), configuration.monitor(), time);
    try (SqliteJournal journal =
        SqliteJournal.open(configuration.journal().file(), Duration.ofDays(30))) {
      ControlLoop loop =
          ControlLoop.watching(monitor, configuration.decisionMaker(), journal, time, PERIOD);
      for (int i = 0; i < cycles; i++) {
        loop.cycle();
        clock.advance(PERIOD);
      }
    }
    return this;
  }

  /** The same as {@code serve} does in the shadow: what is wanted is proposed to nobody. */
  JournalledShop inTheShadow(int cycles) throws Exception {
    Monitor monitor = new Monitor(cluster.ports(), cluster.hosts(), configuration.monitor(), time);
    try (SqliteJournal journal =
        SqliteJournal.open(configuration.journal().file(), Duration.ofDays(30))) {
      ActionLog log = new ActionLog(journal);
      Approvals approvals =
          Approvals.begin(
              log,
              time,
              new ApprovalSettings(
                  ApprovalMode.SHADOW, Duration.ofHours(1), Duration.ofMinutes(30)),
              new StopSignal());
      ControlLoop loop =
          ControlLoop.shadow(monitor, configuration.decisionMaker(), log, time, PERIOD, approvals);
      for (int i = 0; i < cycles; i++) {
        loop.cycle();
        clock.advance(PERIOD);
      }
    }
    return this;
  }
}
