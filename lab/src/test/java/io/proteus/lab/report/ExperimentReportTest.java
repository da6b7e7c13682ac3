package io.proteus.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.lab.result.ExperimentResult;
import io.proteus.lab.result.SampleExperiment;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentReportTest {
  @TempDir private Path folder;

  @Test
  void thePageHoldsTheFiguresAndNeedsNothingBesideIt() throws Exception {
    Path page = ExperimentReport.write(SampleExperiment.result(), folder);

    String html = Files.readString(page);
    assertThat(html)
        .contains("2.00 times Hand-balanced, one configuration in the geometric mean")
        .contains("<td>1,050<span>1,000 to 1,100</span></td>")
        .contains("<td>9.0<span>9.0 to 9.0</span></td>")
        .contains("97 %")
        .contains("Worst moment: 3,000 operations/s, 50 % of the 6,000 before")
        .contains("1,512,300 rows with an acknowledged write read back, 0 lost.")
        .contains("prefers-color-scheme: dark")
        .doesNotContain("src=\"http")
        .doesNotContain("href=");
  }

  @Test
  void theChartsAreFilesToo() throws Exception {
    ExperimentReport.write(SampleExperiment.result(), folder);

    for (String name :
        new String[] {
          "throughput-270000-rows.png",
          "throughput-878000-rows.png",
          "ratio-by-data-size.png",
          "timeline-270000-rows-proteus-1.png"
        }) {
      assertThat(ImageIO.read(folder.resolve(name).toFile()).getWidth()).as(name).isEqualTo(960);
    }
  }

  @Test
  void aSingleDataSizeHasNoCurve() throws Exception {
    ExperimentResult two = SampleExperiment.result();
    var one =
        new ExperimentResult(
            two.schema(),
            two.experiment(),
            two.startedAt(),
            two.endedAt(),
            two.environment(),
            two.parameters(),
            two.baseline(),
            two.tenants(),
            two.dataSizes().subList(0, 1));

    assertThat(Files.readString(ExperimentReport.write(one, folder)))
        .doesNotContain("The effect by the size of the data");
    assertThat(folder.resolve("ratio-by-data-size.png")).doesNotExist();
  }
}
