package io.proteus.lab.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.list;

import io.proteus.app.command.Schemas;
import io.proteus.lab.report.ResultPage;
import io.proteus.lab.report.ResultText;
import io.proteus.lab.result.Chart;
import io.proteus.lab.result.Chart.Mark;
import io.proteus.lab.result.Result;
import io.proteus.lab.result.ResultFile;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConvergenceFiguresTest {
  private static final String TWICE = "2.00 (2.00 to 2.00)";

  @TempDir private Path folder;

  private static Result result(ConvergenceFigures figures) {
    return new Result(
        Result.SCHEMA,
        "met-convergence",
        SampleExperiment.START,
        SampleExperiment.START.plusSeconds(1_800),
        "",
        null,
        List.of(),
        figures.sections(),
        figures.criteria(),
        List.of());
  }

  private static Section section(ConvergenceFigures figures, String title) {
    return figures.sections().stream()
        .filter(section -> section.title().contains(title))
        .findFirst()
        .orElseThrow();
  }

  /** The cells of a section's first table, as people read them. */
  private static List<List<String>> rows(Section section) {
    Table table = section.tables().get(0);
    return table.rows().stream()
        .map(
            row ->
                IntStream.range(0, row.size())
                    .mapToObj(i -> table.columns().get(i).text(row.get(i)))
                    .toList())
        .toList();
  }

  @Test
  void theFileHoldsToTheOneSchemaAndIsReadAsItWasWritten() throws Exception {
    Result written = result(SampleExperiment.figures(270_000, 878_000));
    Path file = folder.resolve(ResultFile.NAME);
    ResultFile.write(file, written);

    Schemas.assertValid("experiment", Files.readString(file));
    assertThat(ResultFile.read(file)).isEqualTo(written);
  }

  @Test
  void aTerminalHasRatiosAndThroughputOfEachSize() {
    assertThat(ResultText.of(result(SampleExperiment.figures(270_000))))
        .contains("270 MB a tenant (270,000 rows): over (b) hand-balanced, one configuration")
        .containsPattern("\\(e\\) Proteus, started on \\(a\\) +\\| +2\\.00 .* \\| +1\\.7")
        .contains("1,050 (1,000 to 1,100)")
        .doesNotContain("latency", "Every window", "The effect by the size of the data");
  }

  @Test
  void theGeometricMeanLeavesOutWhoIsCapped() {
    List<List<String>> rows = rows(section(SampleExperiment.figures(270_000), ": over (b)"));

    assertThat(rows.get(1).get(1)).isEqualTo(TWICE);
    assertThat(Double.parseDouble(rows.get(1).get(2).split(" ")[0])).isLessThan(2);
  }

  @Test
  void itIsToldHowSureTheRatiosAre() {
    assertThat(rows(section(SampleExperiment.figures(270_000), "how sure")))
        .as("both repeats have the same ratio")
        .containsExactly(List.of("e", "b", "2.00", "2.00", "2.00", "+0 %", "2"));
  }

  @Test
  void severalSizesMakeACurve() {
    Section bySize =
        section(SampleExperiment.figures(270_000, 878_000), "The effect by the size of the data");

    assertThat(rows(bySize)).contains(List.of("(e) Proteus, started on (a)", TWICE, TWICE));
    assertThat(((Chart.Curves) bySize.charts().get(0)).curves().get(1).at())
        .containsExactly(270.0, 878.0);
  }

  @Test
  void everyTenantHasAChartOfItsOwnScale() {
    assertThat(section(SampleExperiment.figures(270_000), "throughput, operations/s").charts())
        .hasSize(6)
        .extracting(Chart::title)
        .first()
        .isEqualTo("A: 50% read, 50% update");
  }

  @Test
  void latenciesRatiosAndCacheHitsAreInThePageAndTheFile() {
    ConvergenceFigures figures = SampleExperiment.figures(270_000);

    assertThat(rows(section(figures, "99th percentile")).get(0)).contains("9.0");
    assertThat(rows(section(figures, "Geometric mean of")).get(1))
        .containsExactly("e", TWICE, "1.00");
    assertThat(rows(section(figures, "throughput of each tenant over (b)")).get(1))
        .containsExactly("e", "2.00", "2.00", "2.00", "1.00", "2.00", "2.00");
    assertThat(rows(section(figures, "block cache hit ratio")).get(0))
        .as("a hit ratio that was not measured is absent")
        .containsExactly("b", "97.00 %", "-");
  }

  @Test
  void aReconfigurationTellsHowItWentForTheClients() {
    Section section = section(SampleExperiment.figures(270_000), "reconfiguration under load, (e)");

    assertThat(section.note())
        .contains("From the decision to its last step's end: 50 s.")
        .contains("Worst moment: 3,000 operations/s, 50 % of the 6,000 before.")
        .contains("At its new level of 12,000 operations/s after 37 s.")
        .contains("Caught up in sum after 11 s.")
        .contains("Operations failed: 0.");
    assertThat(((Chart.Curves) section.charts().get(0)).marks())
        .containsExactly(new Mark(0, "decision"), new Mark(10, ""), new Mark(50, "done"));
    assertThat(rows(section).get(1)).containsExactly("10.0", "step", "Moved tenant_c to rs1");
    assertThat(section.tables().get(1).rows()).as("every second").hasSize(180);
  }

  @Test
  void everythingThatWasMeasuredIsInTheFile() {
    ConvergenceFigures figures = SampleExperiment.figures(270_000);

    assertThat(rows(section(figures, "Every window")))
        .as("2 arrangements, 2 repeats, 6 tenants: all operations and reads; and the capped one")
        .hasSize(2 * 2 * (2 * 6 + 1))
        .first(list(String.class))
        .containsSubsequence(
            "b", "270,000", "1", "A", "all", "1,000", "{}", "1.5", "1.2", "4.0", "9.0");
    assertThat(rows(section(figures, "Every server")))
        .hasSize(8)
        .first(list(String.class))
        .endsWith("rs1", "read", "55.00 %", "10.00 %", "4", "97.00 %", "0.21");
    assertThat(rows(section(figures, "Acknowledged writes")))
        .containsExactly(List.of("repeat 2", "1,512,300", "0", "0"));
  }

  @Test
  void thePageNeedsNothingBesideItAndTheChartsAreFilesToo() throws Exception {
    Path page = ResultPage.of(result(SampleExperiment.figures(270_000))).write(folder);

    assertThat(Files.readString(page))
        .contains("prefers-color-scheme: dark")
        .contains("Worst moment: 3,000 operations/s")
        .doesNotContain("src=\"http")
        .doesNotContain("href=");
    assertThat(ImageIO.read(folder.resolve("chart-01.png").toFile()).getWidth()).isEqualTo(960);
    assertThat(folder.resolve("chart-08.png")).as("six tenants, two time lines").exists();
  }
}
