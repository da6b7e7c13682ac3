package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.view.Appraisal;
import io.proteus.controller.Cycle;
import io.proteus.controller.Leadership;
import io.proteus.controller.approval.ApprovalStatus;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Topology;
import io.proteus.core.decision.Decision;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Words;
import io.proteus.core.workload.AccessClass;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MetricsTest {
  private static final ApprovalStatus STATUS =
      new ApprovalStatus(
          ApprovalMode.OBSERVE, null, null, null, null, false, false, null, null, null);

  @Test
  void whatIsCountedIsThereBeforeTheFirstOfIt() {
    Metrics metrics = new Metrics();
    metrics.of("shop");

    String told = new String(metrics.text(), StandardCharsets.UTF_8);

    assertThat(told)
        .contains(
            "proteus_cycles_total{cluster=\"shop\"} 0.0",
            "proteus_plans_total{cluster=\"shop\",outcome=\"completed\"} 0.0",
            "proteus_plans_total{cluster=\"shop\",outcome=\"abandoned\"} 0.0",
            "proteus_plans_total{cluster=\"shop\",outcome=\"replan\"} 0.0",
            "proteus_plans_total{cluster=\"shop\",outcome=\"stopped\"} 0.0",
            "proteus_steps_total{cluster=\"shop\",state=\"done\"} 0.0",
            "proteus_steps_total{cluster=\"shop\",state=\"timed-out\"} 0.0");
    assertThat(told.lines().filter(line -> line.startsWith("proteus_steps_total{")))
        .hasSize(StepState.values().length);
  }

  private static Live live(Metrics.OfCluster measured) {
    return new Live(
        "shop",
        new Appraisal(rates -> AccessClass.READ, List.of(), Ratio.of(0.6)),
        new SetClock(),
        new Events(1, Words.NEUTRAL),
        measured,
        Duration.ofMinutes(2));
  }

  private static NodeLoad answering(double requests, double p99Ms) {
    return new NodeLoad(
        HostLoad.UNKNOWN,
        new OperationsPerSecond(requests),
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        p99Ms);
  }

  @Test
  void theSlowestOfAHundredAreToldByNodeAndOfAllByTheirRequests() {
    Metrics metrics = new Metrics();
    Metrics.OfCluster shop = metrics.of("shop");
    Live live = live(shop);
    shop.watch(live, () -> STATUS, () -> Leadership.UNKNOWN, Optional::empty);
    NodeId rs1 = new NodeId("rs1");
    NodeId rs2 = new NodeId("rs2");
    Topology topology =
        new Topology(
            "shop",
            Instant.EPOCH,
            List.of(Node.undivided(rs1, "1"), Node.undivided(rs2, "1")),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            false,
            List.of());
    Observation seen =
        new Observation(
            1,
            topology,
            Duration.ofSeconds(30),
            Map.of(),
            Map.of(rs1, answering(300, 10), rs2, answering(100, 50)),
            Set.of(),
            List.of());
    Decision holds =
        new Decision(
            Verdict.hold(ReasonCode.HEALTHY.says("all is well"), StrategyMemory.INITIAL),
            Optional.empty(),
            Optional.empty());
    live.accept(
        new Cycle(
            1,
            Instant.EPOCH,
            List.of(),
            Optional.of(seen),
            Optional.empty(),
            holds,
            Optional.empty()));

    String told = new String(metrics.text(), StandardCharsets.UTF_8);

    assertThat(told)
        .contains(
            "proteus_latency_p99_seconds{cluster=\"shop\"} 0.02\n",
            "proteus_node_latency_p99_seconds{cluster=\"shop\",node=\"rs1\"} 0.01\n",
            "proteus_node_latency_p99_seconds{cluster=\"shop\",node=\"rs2\"} 0.05\n")
        .doesNotContain("proteus_latency_seconds{", "proteus_node_latency_seconds{");
  }

  @Test
  void whichBuildAnswersAndWhatItsProcessTakesIsTold() {
    String told = new String(new Metrics().text(), StandardCharsets.UTF_8);

    assertThat(told)
        .containsPattern("proteus_build_info\\{java=\"[^\"]+\",version=\"[^\"]+\"} 1")
        .contains("process_cpu_seconds_total ", "process_start_time_seconds ")
        .contains("jvm_memory_used_bytes{area=\"heap\"}", "jvm_threads_current ");
  }

  /** Seven gauges are made from a hundred entries of it. */
  @Test
  void eachScrapeReadsTheJournalOnce() {
    Metrics metrics = new Metrics();
    Metrics.OfCluster shop = metrics.of("shop");
    Live live = live(shop);
    AtomicInteger reads = new AtomicInteger();
    shop.watch(
        live,
        () -> STATUS,
        () -> Leadership.UNKNOWN,
        () -> {
          reads.incrementAndGet();
          return Optional.empty();
        });

    metrics.text();
    metrics.text();

    assertThat(reads).hasValue(2);
  }
}
