package io.proteus.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.app.command.FixedSettings;
import io.proteus.controller.approval.Consent;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Patience;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.parameter.CatalogueFile;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.decision.Decision;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Ports;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.ByteSize;
import io.proteus.engine.hbase.HBaseEngine;
import io.proteus.engine.hbase.HBaseWords;
import io.proteus.testkit.Call;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.InMemoryTables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlsTest {
  @TempDir private Path folder;

  @Test
  void whatCannotBeOverseenIsLetGoWithItsJournal() throws Exception {
    InMemoryCluster cluster = InMemoryCluster.cluster().node("rs1").build();
    List<Journal> opened = new ArrayList<>();
    Controls.Overseer unwilling =
        log -> {
          opened.add(log.journal());
          throw new JournalException("what operators asked for cannot be read");
        };

    assertThatThrownBy(() -> take(cluster, unwilling))
        .isInstanceOf(JournalException.class)
        .hasMessageStartingWith("what operators asked for");

    assertThat(opened).hasSize(1);
    assertThatThrownBy(() -> opened.get(0).last(1)).isInstanceOf(JournalException.class);
    assertThat(cluster.holder()).as("who holds the claim").isEmpty();
  }

  /** As by the second Ctrl-C, after which no call to the store is waited for. */
  @Test
  void whatIsInterruptedHasTheStoresOwnBalancerAndCompactionsOnAgain() throws Exception {
    InMemoryCluster cluster =
        InMemoryCluster.cluster().node("rs1").holding("a", 4).node("rs2").build();
    Thread acting = Thread.currentThread();
    cluster
        .faults()
        .beforeEach(
            call -> {
              if (call == Call.MOVE) {
                cluster.faults().hangNext(Call.SWITCH_COMPACTIONS).hangNext(Call.SWITCH_BALANCER);
                acting.interrupt();
              }
            });
    List<Step> steps =
        List.of(
            new MovePartition(
                new PartitionId("a-1"),
                new TableId("a"),
                new NodeId("rs1"),
                new NodeId("rs2"),
                ByteSize.ofMegabytes(1)));
    Plan plan =
        new Plan(
            "p", 1, Layout.of(List.of(), List.of(), Map.of()), steps, Price.NOTHING, List.of());
    Outcome outcome;
    try (Controls controls =
        take(cluster, journal -> new Controls.Oversight(Consent.ALWAYS, Progress.UNSEEN))) {
      outcome =
          controls
              .action()
              .carryOut(
                  new Decision(
                      new Verdict.Retarget(
                          plan.target(),
                          List.of(ReasonCode.ASKED_FOR.says("for a test")),
                          StrategyMemory.INITIAL),
                      Optional.of(plan),
                      Optional.empty()),
                  controls.claims().claim());
      assertThat(cluster.notCompacting()).as("as no answer was waited for").isNotEmpty();
    }

    assertThat(outcome).isNotInstanceOf(Outcome.Completed.class);
    assertThat(cluster.notCompacting()).isEmpty();
    assertThat(cluster.peek().balancerOn()).isTrue();
  }

  private Controls take(InMemoryCluster cluster, Controls.Overseer overseer) throws Exception {
    Ports patient =
        new Patience(Duration.ofSeconds(5), Duration.ofSeconds(5)).with(cluster.ports());
    Configuration configuration =
        Configuration.parse(
            "the test",
            """
            cluster: {name: test}
            engine: {zookeeper: "localhost:2181"}
            strategy: met
            journal: {file: journal.db}
            """,
            folder);
    ParameterCatalogue catalogue = CatalogueFile.shipped(HBaseEngine.catalogue());
    ClusterConnection connection =
        new ClusterConnection(
            configuration,
            HBaseWords.WORDS,
            patient,
            cluster.hosts(),
            new StoreParameters(catalogue, new FixedSettings()),
            Duration.ZERO,
            new InMemoryTables());
    return Controls.take(
        connection,
        "the test",
        configuration.monitor(),
        Time.ofTheDay(),
        new StopSignal(),
        overseer);
  }
}
