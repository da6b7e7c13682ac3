package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.ShippedGuide;
import io.proteus.app.cluster.StoreParameters;
import io.proteus.app.command.FixedSettings;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.core.port.Claim;
import io.proteus.core.port.Claimant;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Store;
import io.proteus.engine.hbase.HBaseWords;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.InMemoryTables;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that cannot be reached. */
class ClusterLoopTest {
  private static final Duration AT_MOST = Duration.ofSeconds(11);

  @TempDir private Path folder;

  private final SetClock time = new SetClock();
  private final StopSignal stop = new StopSignal();
  private final List<Boolean> alive = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  /** Tries so often and is then ended; how long that took. */
  private Duration attempts(int count, Runnable meanwhile) throws Exception {
    Configuration configuration = DaemonUnderTest.configuration(folder, "");
    ClusterSession session =
        ClusterSession.open(configuration, configuration.monitor(), time, new Metrics(), stop);
    Instant began = time.steady().now();
    try (ClusterLoop clusterLoop =
        new ClusterLoop(
            session,
            () -> {
              alive.add(session.health().alive().isUp());
              meanwhile.run();
              if (alive.size() == count) {
                stop.request();
              }
              throw new PortException("No ZooKeeper answers at localhost:2181");
            },
            configuration.monitor(),
            time,
            Progress.UNSEEN,
            stop)) {
      clusterLoop.attend(Claimant.of("the test"), cycle -> {}, remarks::add);
    }
    return Duration.between(began, time.steady().now());
  }

  @Test
  void whileItIsTriedAgainAndAgainTheLoopIsAlive() throws Exception {
    Duration took = attempts(200, () -> {});

    assertThat(took).isGreaterThan(Duration.ofMinutes(20));
    assertThat(alive).hasSize(200).doesNotContain(false);
    assertThat(remarks)
        .containsExactly(
            "shop cannot be attended to, and is tried again every 10 s:"
                + " No ZooKeeper answers at localhost:2181");
  }

  /** Requests read with a journal of their own; a long one would stop the loop. */
  @Test
  void theLoopTellsHowThingsStandWhileARequestReads() throws Exception {
    Configuration configuration = DaemonUnderTest.configuration(folder, "");
    try (ClusterSession session =
        ClusterSession.open(configuration, configuration.monitor(), time, new Metrics(), stop)) {
      synchronized (session.reader()) { // as while it reads
        assertThat(CompletableFuture.runAsync(session::tellHowThingsStand))
            .succeedsWithin(Duration.ofSeconds(20));
      }
    }
  }

  /** It may fail for days, each time with connections and threads of its own. */
  @Test
  void whatFailsOnceItWasReachedIsClosedBeforeItIsTriedAgain() throws Exception {
    Configuration configuration = DaemonUnderTest.configuration(folder, "");
    ClusterSession session =
        ClusterSession.open(configuration, configuration.monitor(), time, new Metrics(), stop);
    AtomicInteger reached = new AtomicInteger();
    AtomicInteger closed = new AtomicInteger();
    Store broken =
        (Store)
            Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, arguments) -> {
                  if (!method.getName().equals("close")) {
                    throw new IllegalStateException("as a test");
                  }
                  closed.incrementAndGet();
                  return null;
                });
    InMemoryCluster rest = InMemoryCluster.cluster().node("rs1").build();
    try (ClusterLoop clusterLoop =
        new ClusterLoop(
            session,
            () -> {
              if (reached.incrementAndGet() == 3) {
                stop.request();
              }
              return connection(configuration, broken, rest);
            },
            configuration.monitor(),
            time,
            Progress.UNSEEN,
            stop)) {
      clusterLoop.attend(Claimant.of("the test"), cycle -> {}, remarks::add);
    }

    assertThat(remarks).singleElement().asString().contains("as a test");
    assertThat(closed).hasValue(3);
  }

  @Test
  void aClusterWhoseJournalIsOfAnotherIsLeftAloneAndSaidSo() throws Exception {
    Configuration configuration = DaemonUnderTest.configuration(folder, "");
    try (SqliteJournal journal =
        SqliteJournal.open(configuration.journal().file(), Duration.ofDays(1))) {
      journal.requireOf("one");
    }
    InMemoryCluster another = InMemoryCluster.cluster().named("another").node("rs1").build();
    ClusterSession session =
        ClusterSession.open(configuration, configuration.monitor(), time, new Metrics(), stop);
    AtomicInteger reached = new AtomicInteger();
    String hindrance;
    List<JournalEntry> written;
    try (ClusterLoop clusterLoop =
        new ClusterLoop(
            session,
            () -> {
              if (reached.incrementAndGet() == 3) {
                stop.request();
              }
              return connection(configuration, another, another);
            },
            configuration.monitor(),
            time,
            Progress.UNSEEN,
            stop)) {
      // a cycle is one too many
      clusterLoop.attend(Claimant.of("the test"), cycle -> stop.request(), remarks::add);
      hindrance = session.hindrance();
      written = session.reader().last(10);
    }

    assertThat(remarks)
        .singleElement()
        .asString()
        .startsWith("shop cannot be attended to")
        .contains("is of another cluster: want another, got one");
    assertThat(hindrance).contains("is of another cluster");
    assertThat(written).isEmpty();
    try (Claim first = another.claim("the test")) {
      assertThat(first.epoch()).as("claims, this one included").isEqualTo(1);
    }
  }

  private static ClusterConnection connection(
      Configuration configuration, Store store, InMemoryCluster rest) {
    return new ClusterConnection(
        configuration,
        HBaseWords.WORDS,
        new Ports(store, rest.facets(), rest),
        rest.hosts(),
        new StoreParameters(ShippedGuide.of("hbase").catalogue(), new FixedSettings()),
        Duration.ZERO,
        new InMemoryTables());
  }

  @Test
  void aClockThatIsSetBackDelaysNoAttempt() throws Exception {
    Duration took = attempts(4, () -> time.setAtNextSleep(Duration.ofHours(-1)));

    assertThat(alive).hasSize(4);
    assertThat(took).isLessThan(AT_MOST.multipliedBy(4));
  }
}
