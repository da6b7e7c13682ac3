package io.proteus.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.lab.report.LoadReport.Line;
import io.proteus.lab.result.Environment;
import io.proteus.lab.result.Spread;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadReportTest {
  private static final Environment MACHINE =
      new Environment("1", "HBase 2.6.4", "17", "Linux", 2, 8L << 30, 2, 1L << 30, null);

  @TempDir private Path folder;

  @Test
  void eachSizeHasItsRatiosBesideThePapers() throws Exception {
    List<Line> lines =
        List.of(
            new Line(2000, "default", new Spread(900, 800, 1000, 3), null, "1x", pause()),
            new Line(1000, "default", new Spread(100, 90, 110, 3), null, "1x", pause()),
            new Line(
                1000,
                "pcm-bl",
                new Spread(250, 240, 260, 3),
                new Spread(2.5, 2.2, 2.9, 3),
                "5.2x",
                pause()));

    Path page =
        new LoadReport(MACHINE, "By one client.", lines, List.of("presplit: no answer"))
            .write(folder);

    String html = Files.readString(page);
    assertThat(html)
        .containsSubsequence("1,000 rows", "pcm-bl", "2.50", "5.2x", "2,000 rows")
        .contains("By one client.", "presplit: no answer", "HBase 2.6.4");
  }

  private static Spread pause() {
    return new Spread(1.5, 1, 2, 3);
  }

  @Test
  void withoutAnythingMeasuredThereIsAPageAllTheSame() throws Exception {
    Path page = new LoadReport(MACHINE, "By one client.", List.of(), List.of()).write(folder);

    assertThat(Files.readString(page)).contains("Nothing: all was measured.");
  }
}
