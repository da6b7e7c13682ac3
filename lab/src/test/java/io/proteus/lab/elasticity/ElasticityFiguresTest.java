package io.proteus.lab.elasticity;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.command.Schemas;
import io.proteus.controller.json.CoreJson;
import io.proteus.lab.report.ResultText;
import io.proteus.lab.result.Cell;
import io.proteus.lab.result.ElasticityRun;
import io.proteus.lab.result.ElasticityRun.Decided;
import io.proteus.lab.result.ElasticityRun.Point;
import io.proteus.lab.result.ElasticityRun.Where;
import io.proteus.lab.result.IntegrityCheck;
import io.proteus.lab.result.Resize;
import io.proteus.lab.result.Result;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ElasticityFiguresTest {

  @Test
  void eachWorldIsComparedWithItsOwnFirstStrategy() {
    String table =
        text(
            0,
            run("met", Where.SIMULATED, 1_000_000, null),
            run("met", Where.REAL, 500_000, 0L),
            run("threshold", Where.SIMULATED, 800_000, null),
            run("threshold", Where.REAL, 600_000, 3L));

    assertThat(row(table, "threshold", "simulated"))
        .contains("| 2,000,000 | 800,000 |")
        .contains("0.80");
    assertThat(row(table, "threshold", "real"))
        .contains("600,000")
        .contains("1.20")
        .endsWith("3 |");
    assertThat(row(table, "met", "simulated")).endsWith("- |");
  }

  @Test
  void aResizeShowsItsPartsAndBothSides() {
    ElasticityRun run = run("met", Where.REAL, 500_000, 0L);

    String line = row(text(1, run), "met", "3 to 4");

    assertThat(line)
        .contains("| 0.2 |")
        .contains("| 6.0 |")
        .contains("| 7.5 |")
        .contains("4, 1 MB")
        .contains("1,000 to 1,500")
        .contains("99 to 80");
  }

  @Test
  void whatWasNotMeasuredIsADash() {
    String line = row(text(1, run("met", Where.REAL, 500_000, 0L)), "met", "3 to 4");

    assertThat(line).contains("20.0 to -");
  }

  @Test
  void theResultHoldsToItsSchemaAndHasEverythingThatWasMeasured() throws Exception {
    ElasticityFigures figures = figures(run("met", Where.REAL, 500_000, 0L));
    Result result =
        new Result(
            Result.SCHEMA,
            "elasticity",
            Instant.EPOCH,
            Instant.EPOCH,
            "",
            null,
            List.of(),
            figures.sections(),
            figures.criteria(),
            List.of());

    Schemas.assertValid("experiment", CoreJson.prettyText(result));
    assertThat(cells(result, "Before and after each resize"))
        .containsSubsequence(Cell.of("before"), Cell.of(990), Cell.of(5), Cell.of("after"));
    assertThat(cells(result, "Decisions that were acted on"))
        .containsExactly(
            Cell.of("met, real"), Cell.of(70), Cell.of("NODES_OVERLOADED"), Cell.of("over"));
    assertThat(cells(result, "Every ten seconds"))
        .containsExactly(
            Cell.of("met, real"),
            Cell.of(10),
            Cell.of(1_400),
            Cell.of(12.5),
            Cell.of(3),
            Cell.NOTHING);
  }

  @Test
  void aLostWriteViolatesACriterion() {
    assertThat(violations(run("met", Where.REAL, 500_000, 1L)))
        .containsExactly("met, real: 1 writes were lost: [row 7]");
    assertThat(violations(run("met", Where.SIMULATED, 500_000, null))).isEmpty();
  }

  private static List<String> violations(ElasticityRun run) {
    return figures(run).criteria().stream()
        .flatMap(criterion -> criterion.violations().stream())
        .toList();
  }

  private static ElasticityFigures figures(ElasticityRun... runs) {
    return new ElasticityFigures(List.of(runs), 2_000_000);
  }

  /** A section on a terminal. */
  private static String text(int section, ElasticityRun... runs) {
    return ResultText.of(figures(runs).sections().get(section));
  }

  private static List<Cell> cells(Result result, String title) {
    return result.sections().stream()
        .filter(section -> section.title().equals(title))
        .flatMap(section -> section.tables().get(0).rows().stream())
        .flatMap(List::stream)
        .toList();
  }

  private static String row(String table, String... words) {
    return table
        .lines()
        .filter(line -> List.of(words).stream().allMatch(line::contains))
        .map(line -> line.replaceAll(" +", " ").strip())
        .findFirst()
        .orElseThrow();
  }

  private static ElasticityRun run(
      String strategy, Where where, double operations, @Nullable Long lost) {
    Resize.Side before = new Resize.Side(1_000, 20.0, 180.0, 990.0, 1.3, 5L, 1.0, 0.99, 1.0);
    Resize.Side after = new Resize.Side(1_500, null, 120.0, 1_490.0, 1.1, 5L, 1.0, 0.80, 0.9);
    Resize resize =
        new Resize(
            Instant.EPOCH,
            3,
            4,
            "GROW",
            "done",
            List.of(new Resize.Joining("rs4", 0.2, 6.0, 7.5)),
            new Resize.Times(60, 14.0, 2.0, 12.0, 20.0, null),
            new Resize.Work(4, 1 << 20, 4, 1 << 20),
            before,
            after);
    return new ElasticityRun(
        strategy,
        where,
        360,
        operations,
        12.5,
        0.35,
        4,
        3,
        2,
        0,
        lost == null ? null : Long.valueOf(0),
        lost == null
            ? null
            : new IntegrityCheck(strategy + ", real", 1_000, lost, 0, List.of("row 7")),
        List.of(new Point(10, 1_400, 12.5, 3, null)),
        List.of(resize),
        List.of(new Decided(70, List.of("NODES_OVERLOADED"), "over")),
        List.of());
  }
}
