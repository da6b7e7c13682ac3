package io.proteus.controller.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.Achieved;
import io.proteus.core.plan.Estimate;
import io.proteus.core.plan.Prediction;
import io.proteus.core.step.Price;
import io.proteus.core.strategy.PlanKind;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AccuracyDocumentTest {
  private static JournalEntry entry(
      long number, double expected, @Nullable Double came, @Nullable String notJudged) {
    Prediction predicted =
        new Prediction(
            PlanKind.RECONFIGURE,
            0.5,
            Price.NOTHING,
            Duration.ofSeconds(100),
            null,
            1000,
            900,
            new Estimate(expected, 0.8 * expected, 1.2 * expected),
            null,
            null,
            Duration.ofMinutes(1),
            Duration.ofHours(1));
    return new JournalEntry(
        number,
        Instant.EPOCH,
        new Achieved(
            "plan-" + number,
            predicted,
            notJudged == null ? Duration.ofSeconds(150) : null,
            Duration.ofMinutes(10),
            came,
            null,
            notJudged == null ? null : Sentence.verbatim(notJudged)));
  }

  @Test
  void errorsAreSummedUpOverWhatWasJudged() {
    AccuracyDocument accuracy =
        AccuracyDocument.of(
            "shop",
            List.of(
                entry(3, 1000, null, "it ended as stopped"),
                entry(2, 1000, 1300.0, null),
                entry(1, 1000, 900.0, null)));

    AccuracyDocument.Summary throughput = Objects.requireNonNull(accuracy.throughput());
    assertThat(accuracy.plans())
        .extracting(AccuracyDocument.JudgedPlan::plan)
        .containsExactly("plan-1", "plan-2", "plan-3");
    assertThat(throughput.plans()).isEqualTo(2);
    assertThat(throughput.bias()).isCloseTo(0.1, within(1e-9));
    assertThat(throughput.meanAbsoluteError()).isCloseTo(0.2, within(1e-9));
    assertThat(throughput.inside()).isEqualTo(0.5);
    assertThat(accuracy.latency()).as("no store told it").isNull();
    assertThat(Objects.requireNonNull(accuracy.duration()).bias()).isCloseTo(0.5, within(1e-9));
    assertThat(accuracy.notJudged()).isEqualTo(1);
  }

  @Test
  void whereNothingWasJudgedNothingIsZero() {
    AccuracyDocument accuracy =
        AccuracyDocument.of("shop", List.of(entry(1, 1000, null, "nobody looked")));

    assertThat(accuracy.throughput()).isNull();
    assertThat(accuracy.plans().get(0).throughput().achieved()).isNull();
    assertThat(accuracy.plans().get(0).throughput().error()).isNull();
  }
}
