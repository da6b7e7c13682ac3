package io.proteus.app.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.app.command.Schemas;
import io.proteus.simulator.papers.PaperFigure;
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
    Schemas.assertValid("papers", PapersCommand.document(FIGURES));
  }

  @Test
  void theErrorIsOverWhatWasMeasuredOrElsePublished() {
    assertThat(FIGURES.get(0).error()).isCloseTo(-0.129, within(0.001));
    assertThat(FIGURES.get(1).error()).isCloseTo(-0.05, within(0.001));
    assertThat(FIGURES.get(2).error()).isNull();
    assertThat(PapersCommand.table(FIGURES)).contains("-13 %", "-5 %", "predicted");
  }
}
