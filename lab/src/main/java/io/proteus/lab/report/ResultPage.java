package io.proteus.lab.report;

import com.samskivert.mustache.Mustache;
import io.proteus.lab.result.Cell;
import io.proteus.lab.result.Chart;
import io.proteus.lab.result.Environment;
import io.proteus.lab.result.Fact;
import io.proteus.lab.result.Result;
import io.proteus.lab.result.Section;
import io.proteus.lab.result.Table;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * A result as a page that needs nothing beside it: the template {@code result.mustache}.
 *
 * @param paragraphs what stands before the sections
 */
public record ResultPage(String title, List<String> paragraphs, List<Section> sections) {
  /** The usual name of its file. */
  public static final String NAME = "report.html";

  public ResultPage {
    paragraphs = List.copyOf(paragraphs);
    sections = List.copyOf(sections);
  }

  /**
   * Writes {@link #NAME} and the charts as files of their own into the folder, over what is there
   * of the same names.
   *
   * @return the page
   */
  public Path write(Path folder) throws IOException {
    Files.createDirectories(folder);
    int number = 0;
    for (Section section : sections) {
      for (Chart chart : section.charts()) {
        Files.write(
            folder.resolve("chart-%02d.png".formatted(++number)),
            FigureCharts.png(chart, Theme.LIGHT));
      }
    }
    return Files.writeString(folder.resolve(NAME), html());
  }

  /** The page of a result. */
  public static ResultPage of(Result result) {
    List<String> paragraphs = new ArrayList<>();
    paragraphs.add("Started %s, ended %s.".formatted(result.startedAt(), result.endedAt()));
    paragraphs.add(result.method());
    Environment environment = result.environment();
    paragraphs.add(environment == null ? "" : environment(environment));
    paragraphs.add(
        result.facts().stream()
            .map((Fact fact) -> fact.name() + ": " + fact.value())
            .collect(Collectors.joining("; ")));
    paragraphs.addAll(criteria(result));
    paragraphs.add(
        result.failures().isEmpty()
            ? "All was measured."
            : "Not measured: " + String.join("; ", result.failures()));
    paragraphs.removeIf(String::isBlank);
    return new ResultPage(result.experiment(), paragraphs, result.sections());
  }

  private static List<String> criteria(Result result) {
    return result.criteria().stream()
        .map(
            criterion ->
                criterion.violations().isEmpty()
                    ? "Met: " + criterion.statement()
                    : "NOT MET: %s (%s)"
                        .formatted(
                            criterion.statement(), String.join("; ", criterion.violations())))
        .toList();
  }

  String html() {
    return Mustache.compiler()
        .withLoader(ResultPage::resource)
        .compile(resource("result"))
        .execute(
            Map.of(
                "title",
                title,
                "paragraphs",
                paragraphs,
                "sections",
                sections.stream().map(ResultPage::drawn).toList()));
  }

  private static Map<String, Object> drawn(Section section) {
    return Map.of(
        "title", section.title(),
        "note", section.note(),
        "pictures", section.charts().stream().map(ResultPage::picture).toList(),
        "tables", section.tables().stream().map(ResultPage::cells).toList());
  }

  private static Map<String, Object> cells(Table table) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (List<Cell> row : table.rows()) {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        texts.add(table.columns().get(i).text(row.get(i)));
      }
      rows.add(Map.of("head", texts.get(0), "cells", texts.subList(1, texts.size())));
    }
    return Map.of(
        "columns", table.columns().stream().map(column -> column.name()).toList(), "rows", rows);
  }

  /** Drawn for a light and a dark page. */
  private static Map<String, String> picture(Chart chart) {
    return Map.of(
        "text", chart.title(),
        "light", uri(FigureCharts.png(chart, Theme.LIGHT)),
        "dark", uri(FigureCharts.png(chart, Theme.DARK)));
  }

  private static String uri(byte[] png) {
    return "data:image/png;base64," + Base64.getEncoder().encodeToString(png);
  }

  private static String environment(Environment environment) {
    return "%s, %d servers with %s heap%s%s, on %d cores shared with the clients and %s memory; Java %s, %s; Proteus %s."
        .formatted(
            environment.store(),
            environment.servers(),
            megabytes(environment.serverHeapBytes()),
            environment.serverCores() == null
                ? ""
                : ", each capped at "
                    + Math.round(100 * environment.serverCores())
                    + " % of a core",
            environment.serverProperties() == null
                ? ""
                : ", set besides: " + environment.serverProperties(),
            environment.cores(),
            megabytes(environment.memoryBytes()),
            environment.javaVersion(),
            environment.operatingSystem(),
            environment.proteusVersion());
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%,.0f MB", bytes / 1e6);
  }

  private static Reader resource(String name) {
    String file = name + ".mustache";
    InputStream stream = ResultPage.class.getResourceAsStream(file);
    return new InputStreamReader(Objects.requireNonNull(stream, file), StandardCharsets.UTF_8);
  }
}
