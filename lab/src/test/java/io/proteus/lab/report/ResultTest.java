package io.proteus.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.command.Schemas;
import io.proteus.app.rendering.Paint;
import io.proteus.core.units.InvalidValue;
import io.proteus.lab.result.Cell;
import io.proteus.lab.result.Chart;
import io.proteus.lab.result.Column;
import io.proteus.lab.result.Column.Kind;
import io.proteus.lab.result.Criterion;
import io.proteus.lab.result.Environment;
import io.proteus.lab.result.Fact;
import io.proteus.lab.result.Result;
import io.proteus.lab.result.ResultFile;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Spread;
import io.proteus.lab.result.Table;
import java.io.BufferedReader;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One result as a file, as a page and on a terminal. */
class ResultTest {
  private static final Environment MACHINE =
      new Environment("1", "HBase 2.6.4", "17", "Linux", 2, 8L << 30, 2, 1L << 30, null);
  private static final List<Column> COLUMNS =
      List.of(Column.text("who"), new Column("rows/s", Kind.RATE), new Column("of", Kind.RATIO));

  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private static Result result(List<String> failures, Criterion... criteria) {
    return new Result(
        Result.SCHEMA,
        "bulk-load",
        Instant.EPOCH,
        Instant.EPOCH.plusSeconds(60),
        "By one client.",
        MACHINE,
        List.of(Fact.of("threads", 4)),
        List.of(
            new Section(
                "1,000 rows",
                "Medians.",
                List.of(
                    new Chart.Bars(
                        "ratios", "times", List.of(Chart.Bar.of("b", new Spread(2, 1, 4, 3)))),
                    new Chart.Curves(
                        "rates",
                        "s",
                        "op/s",
                        List.of(new Chart.Curve("c", List.of(1.0, 2.0), List.of(3.0, 4.0), true)),
                        List.of(new Chart.Mark(1.5, "now")))),
                List.of(
                    Table.of(
                        COLUMNS,
                        List.of(
                            List.of(Cell.of("a"), Cell.of(900), Cell.NOTHING),
                            List.of(
                                Cell.of("b"),
                                Cell.of(new Spread(2500, 2000, 3000, 3)),
                                Cell.of(new Spread(2.5, 2.5, 2.5, 1))))))),
            Section.of(
                "Every load",
                "",
                Table.ofDetails(COLUMNS, List.of(List.of(Cell.of("z"), Cell.of(1), Cell.of(2)))))),
        List.of(criteria),
        failures);
  }

  private Publication publication() {
    return new Publication(
        new Screen(
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            new BufferedReader(new StringReader("")),
            false,
            Paint.NONE),
        folder);
  }

  @Test
  void theFileHoldsToItsSchemaAndIsReadAsItWasWritten() throws Exception {
    Result written = result(List.of("c: died"), Criterion.of("It holds.", false));
    publication().keep(written);

    Path file = folder.resolve(ResultFile.NAME);
    Schemas.assertValid("experiment", Files.readString(file));
    assertThat(ResultFile.read(file)).isEqualTo(written);
  }

  @Test
  void aCommentAtTheTopOfTheFileIsNobodysBusiness() throws Exception {
    publication().keep(result(List.of()));
    Path file = folder.resolve(ResultFile.NAME);
    Files.writeString(
        file, Files.readString(file).replaceFirst("\\{", "{\"comment\": {\"by\": \"me\"},"));

    assertThat(ResultFile.read(file)).isEqualTo(result(List.of()));
  }

  @Test
  void theTerminalHasTheTablesButForDetails() throws Exception {
    int code = publication().publish(result(List.of()));

    assertThat(out.toString())
        .contains("1,000 rows", "Medians.", "2,500 (2,000 to 3,000)", "2.50 |", "Report: ")
        .containsPattern("a +\\| +900 \\| +- \\|")
        .doesNotContain("Every load");
    assertThat(err.toString()).isEmpty();
    assertThat(code).isEqualTo(ExitCode.OK);
  }

  @Test
  void thePageHasEverything() throws Exception {
    publication().publish(result(List.of("presplit: no answer"), Criterion.of("It is met.", true)));

    assertThat(Files.readString(folder.resolve(ResultPage.NAME)))
        .contains("By one client.", "HBase 2.6.4", "threads: 4", "Not measured: presplit")
        .contains("Met: It is met.", "2,500 (2,000 to 3,000)", "Every load")
        .contains("alt=\"ratios\" src=\"data:image/png;base64,", "alt=\"rates\"");
  }

  @Test
  void whatIsNotMetOrNotMeasuredIsToldAndEndsWithAnError() throws Exception {
    Criterion broken = new Criterion("Nothing is lost.", List.of("row 7 was lost"));

    int code = publication().publish(result(List.of("presplit: no answer"), broken));

    assertThat(code).isEqualTo(ExitCode.ERROR);
    assertThat(err.toString().lines())
        .containsExactly("row 7 was lost", "not measured: presplit: no answer");
    assertThat(Files.readString(folder.resolve(ResultPage.NAME)))
        .contains("NOT MET: Nothing is lost. (row 7 was lost)");
  }

  @Test
  void thePageIsMadeAgainFromTheFile() throws Exception {
    publication().publish(result(List.of()));
    Path page = folder.resolve(ResultPage.NAME);
    String first = Files.readString(page);
    Files.delete(page);

    ResultPage.of(ResultFile.read(folder.resolve(ResultFile.NAME))).write(folder);

    assertThat(Files.readString(page)).isEqualTo(first);
  }

  @ParameterizedTest
  @ValueSource(strings = {"proteus/loads/1", "proteus/experiment/1"})
  void aFileOfAnEarlierFormatIsRefusedWithTheFormatThatIsRead(String schema) throws Exception {
    Path old = folder.resolve("old.json");
    Files.writeString(old, "{\"schema\": \"%s\"}".formatted(schema));

    assertThatThrownBy(() -> ResultFile.read(old))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("old.json: want a file with schema proteus/result/1")
        .hasMessageContaining("got " + schema);
  }

  @Test
  void textThatIsNotJsonIsRefused() throws Exception {
    Path file = Files.writeString(folder.resolve("notes.txt"), "hello");

    assertThatThrownBy(() -> ResultFile.read(file)).hasMessageContaining("notes.txt");
  }

  @Test
  void theSchemaRefusesWhatIsNotDescribed() throws Exception {
    publication().keep(result(List.of()));
    String text = Files.readString(folder.resolve(ResultFile.NAME)).replace("\"facts\"", "\"x\"");

    assertThatThrownBy(() -> Schemas.assertValid("experiment", text))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void aRowThatDoesNotFitTheColumnsIsRefused() {
    assertThatThrownBy(() -> Table.of(COLUMNS, List.of(List.of(Cell.of("a")))))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("want 3 cells");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "RATE; 9.96; 10.0",
        "RATE; 12345.6; 12,346",
        "FIGURE; 99.5; 99.50",
        "FIGURE; 22000; 22,000",
        "SHARE; 0.1234; 12.34 %",
        "CHANGE; -0.129; -13 %",
        "CHANCE; 0.04567; 0.046"
      })
  void aFigureIsWrittenByItsKind(Kind kind, double value, String text) {
    assertThat(kind.text(value)).isEqualTo(text);
  }
}
