package io.proteus.app.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.command.Schemas;
import io.proteus.simulator.papers.PaperFigure;
import java.util.List;
import org.junit.jupiter.api.Test;

class PapersCommandTest {
  private static final List<PaperFigure> FIGURES =
      List.of(
          new PaperFigure("MET-16", "op/s", 22_000.0, 19_153.2, true),
          new PaperFigure("MET-16", "share", null, 0.38, false));

  @Test
  void theDocumentHoldsToItsSchema() throws Exception {
    Schemas.assertValid("papers", PapersCommand.document(FIGURES));
  }

  @Test
  void whatIsNotPublishedHasNoError() {
    assertThat(PapersCommand.table(FIGURES)).contains("-13 %").contains("predicted");
  }
}
