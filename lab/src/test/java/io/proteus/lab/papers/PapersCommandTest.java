package io.proteus.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.app.command.Schemas;
import io.proteus.controller.json.CoreJson;
import io.proteus.lab.report.ResultText;
import io.proteus.lab.result.Result;
import io.proteus.lab.runner.Findings;
import io.proteus.lab.runner.Measurement;
import io.proteus.lab.runner.Measurements;
import io.proteus.simulator.loads.LoadComparison;
import io.proteus.simulator.papers.PaperFigure;
import io.proteus.simulator.papers.PaperFigures.Simulated;
import io.proteus.simulator.run.Comparison.Spread;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PapersCommandTest {
  private static final List<PaperFigure> FIGURES =
      List.of(
          new PaperFigure("MET-16", "op/s", 22_000.0, 19_153.2, null, true),
          new PaperFigure("MET-16", "here", 1.35, 1.9, 2.0, false),
          new PaperFigure("MET-16", "share", null, 0.38, null, false));

  private static Result result(String... incidents) {
    Findings findings =
        new PapersExperiment()
            .findings(
                new Measurements<>(
                    List.of(
                        new Measurement<>("all", 1, new Simulated(FIGURES, List.of(incidents))))));
    return new Result(
        Result.SCHEMA,
        "papers",
        Instant.EPOCH,
        Instant.EPOCH,
        "",
        null,
        List.of(),
        findings.sections(),
        findings.criteria(),
        List.of());
  }

  @Test
  void theDocumentHoldsToItsSchema() throws Exception {
    Schemas.assertValid("experiment", CoreJson.prettyText(result("a plan had not ended")));
  }

  @Test
  void whatMustNotHappenIsAnObjection() {
    assertThat(result("met-18, met, seed 2: a partition was lost").objections())
        .containsExactly("met-18, met, seed 2: a partition was lost");
    assertThat(result().objections()).isEmpty();
  }

  @Test
  void itIsTheSameUnderLoads() {
    Spread none = Spread.ofFigures(0);
    LoadComparison comparison =
        new LoadComparison(
            "daily",
            "a day",
            24,
            List.of(
                new LoadComparison.Row(
                    "target", none, none, none, none, none, true, List.of("seed 3: it broke"))));

    assertThat(LoadsExperiment.safety(List.of(comparison)).violations())
        .containsExactly("daily, target, seed 3: it broke");
    assertThat(LoadsExperiment.safety(List.of()).violations()).isEmpty();
  }

  @Test
  void theErrorIsOverWhatWasMeasuredOrElsePublished() {
    assertThat(FIGURES.get(0).error()).isCloseTo(-0.129, within(0.001));
    assertThat(FIGURES.get(1).error()).isCloseTo(-0.05, within(0.001));
    assertThat(FIGURES.get(2).error()).isNull();
    assertThat(ResultText.of(result())).contains("-13 %", "-5 %", "predicted");
  }
}
