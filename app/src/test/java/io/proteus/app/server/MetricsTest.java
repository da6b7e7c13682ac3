package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.view.Appraisal;
import io.proteus.controller.Leadership;
import io.proteus.controller.approval.ApprovalStatus;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.journal.StepState;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Words;
import io.proteus.core.workload.AccessClass;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

  /** Seven gauges are made from a hundred entries of it. */
  @Test
  void eachScrapeReadsTheJournalOnce() {
    Metrics metrics = new Metrics();
    Metrics.OfCluster shop = metrics.of("shop");
    Live live =
        new Live(
            "shop",
            new Appraisal(rates -> AccessClass.READ, List.of(), Ratio.of(0.6)),
            new SetClock(),
            new Events(1, Words.NEUTRAL),
            shop,
            Duration.ofMinutes(2));
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
