package io.proteus.app.trust;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.app.command.Schemas;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** A week beside a cluster that works by day and rests by night, and the page of it. */
@Tag("storeless")
class ShadowWeekIT {
  private static final int LOOKS = (int) Duration.ofDays(7).dividedBy(ShadowWeek.PERIOD) / 4;

  /** Of text, more than which nobody calls a page. */
  private static final int MOST_LETTERS = 25_000;

  @TempDir private Path folder;

  @Test
  void onePageTellsWhatWouldHaveBeenDoneAtWhichPriceAndWhatCameWithoutIt() throws Exception {
    ShadowWeek week = new ShadowWeek(folder, "target").besideAClusterInMemory();

    ShadowWeek.Process page = week.report("40m", "--no-simulation");
    String json = week.json();
    Schemas.assertValid("report", json);
    JsonNode measured = new ObjectMapper().readTree(json).get("measured");

    assertThat(measured.get("observations").asInt()).isBetween(LOOKS - 50, LOOKS + 50);
    assertThat(measured.get("seen").asDouble())
        .as("one hour of each four was watched, and the page says so")
        .isBetween(0.2, 0.3);
    assertThat(measured.get("carriedOut").asInt()).isZero();
    assertThat(measured.at("/load/mostRequestsPerSecond").asDouble())
        .as("days and nights")
        .isGreaterThan(1.3 * measured.at("/load/meanRequestsPerSecond").asDouble());
    assertThat(measured.get("wishes")).hasSizeBetween(9, 100).allSatisfy(ShadowWeekIT::isWhole);
    assertThat(page.said())
        .startsWith("In 7 days Proteus wanted ")
        .contains("different plans. Nothing was changed by it.");
    assertThat(week.page())
        .contains("Proteus beside shop", "These were wanted for longest")
        .hasSizeLessThan(MOST_LETTERS);
  }

  /** What it would have done, why, at which price, what was predicted, and what came of it. */
  private static void isWhole(JsonNode wish) {
    assertThat(wish.get("why").asText()).containsPattern("^[A-Z_]+: \\S");
    assertThat(wish.get("price").asText()).containsPattern("\\d");
    assertThat(wish.get("takes").asText()).startsWith("about ");
    assertThat(wish.get("expected").asText())
        .containsPattern("^from [\\d,]+ to about [\\d,]+ op/s");
    assertThat(wish.at("/meanwhile/meanRequestsPerSecond").asDouble()).isPositive();
    assertThat(wish.at("/meanwhile/busy").asDouble()).isBetween(0.0, 1.0);
  }

  /**
   * The whole: a simulated week, gone through twice again in the simulator. Only with {@code
   * -Dproteus.load=true}, as it takes minutes.
   */
  @Test
  @EnabledIfSystemProperty(named = "proteus.load", matches = "true")
  void theWeekAgainInTheSimulatorTakesNoMoreThanASmallHeap() throws Exception {
    ShadowWeek week = new ShadowWeek(folder, "auto").besideASimulatedCluster();

    ShadowWeek.Process written = week.report("128m");

    System.out.printf(
        Locale.ROOT,
        "%s journal %d MB, page %d KB, CPU %d s of the report%n",
        written.said().lines().findFirst().orElseThrow(),
        Files.size(week.journal()) >> 20,
        week.page().length() >> 10,
        written.cpu().toSeconds());
    assertThat(written.said()).contains("In 7 days Proteus wanted", "Nothing was changed by it.");
    assertThat(week.page())
        .contains("as it was", "with Proteus acting", "The speed of the cores was fitted")
        .hasSizeLessThan(MOST_LETTERS);
  }
}
