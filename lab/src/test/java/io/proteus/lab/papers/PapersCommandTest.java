package io.proteus.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.app.ExitCode;
import io.proteus.app.command.Schemas;
import io.proteus.simulator.loads.LoadComparison;
import io.proteus.simulator.papers.PaperFigure;
import io.proteus.simulator.papers.PaperFigures.Simulated;
import io.proteus.simulator.run.Comparison.Spread;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class PapersCommandTest {
  private static final List<PaperFigure> FIGURES =
      List.of(
          new PaperFigure("MET-16", "op/s", 22_000.0, 19_153.2, null, true),
          new PaperFigure("MET-16", "here", 1.35, 1.9, 2.0, false),
          new PaperFigure("MET-16", "share", null, 0.38, null, false));

  @Test
  void theDocumentHoldsToItsSchema() throws Exception {
    Schemas.assertValid(
        "papers", PapersCommand.document(new Simulated(FIGURES, List.of("a plan had not ended"))));
  }

  @Test
  void whatMustNotHappenIsToldAndEndsWithAnError() {
    StringWriter err = new StringWriter();

    int broken =
        PapersCommand.exitCode(
            new Simulated(FIGURES, List.of("met-18, met, seed 2: a partition was lost")),
            new PrintWriter(err));

    assertThat(broken).isEqualTo(ExitCode.ERROR);
    assertThat(err.toString()).contains("met-18, met, seed 2: a partition was lost");
    assertThat(
            PapersCommand.exitCode(new Simulated(FIGURES, List.of()), new PrintWriter(err, true)))
        .isEqualTo(ExitCode.OK);
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
    StringWriter err = new StringWriter();

    assertThat(LoadsCommand.exitCode(List.of(comparison), new PrintWriter(err)))
        .isEqualTo(ExitCode.ERROR);
    assertThat(err.toString()).contains("daily, target, seed 3: it broke");
    assertThat(LoadsCommand.exitCode(List.of(), new PrintWriter(err))).isEqualTo(ExitCode.OK);
  }

  @Test
  void theErrorIsOverWhatWasMeasuredOrElsePublished() {
    assertThat(FIGURES.get(0).error()).isCloseTo(-0.129, within(0.001));
    assertThat(FIGURES.get(1).error()).isCloseTo(-0.05, within(0.001));
    assertThat(FIGURES.get(2).error()).isNull();
    assertThat(PapersCommand.table(FIGURES)).contains("-13 %", "-5 %", "predicted");
  }
}
