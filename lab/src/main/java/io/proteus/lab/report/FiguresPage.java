package io.proteus.lab.report;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import io.proteus.lab.report.Pictures.Picture;
import io.proteus.lab.result.Environment;
import io.proteus.lab.result.Spread;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/**
 * A page of sections with pictures and tables, that needs nothing beside it: the template {@code
 * figures.mustache}.
 */
record FiguresPage(String title, List<String> paragraphs, List<Section> sections) {

  /** A part of it. */
  record Section(String title, String note, List<Picture> pictures, List<FigureTable> tables) {}

  /** The first column names the rows. */
  record FigureTable(List<String> columns, List<Row> rows) {}

  record Row(String head, List<String> cells) {}

  String html() {
    return template()
        .execute(Map.of("title", title, "paragraphs", paragraphs, "sections", sections));
  }

  /** Writes {@link ExperimentReport#PAGE} into the folder. */
  Path write(Path folder) throws IOException {
    Files.createDirectories(folder);
    return Files.writeString(folder.resolve(ExperimentReport.PAGE), html());
  }

  /** A chart that is drawn for a light and a dark page. */
  static Picture picture(String text, Function<Theme, byte[]> drawn) {
    return new Picture(text, uri(drawn.apply(Theme.LIGHT)), uri(drawn.apply(Theme.DARK)));
  }

  private static String uri(byte[] png) {
    return "data:image/png;base64," + Base64.getEncoder().encodeToString(png);
  }

  static String environment(Environment environment) {
    return "%s, %d servers with %s heap%s%s, on %d cores shared with the clients and %s memory; Java %s, %s; Proteus %s."
        .formatted(
            environment.store(),
            environment.servers(),
            Wording.megabytes(environment.serverHeapBytes()),
            environment.serverCores() == null
                ? ""
                : ", each capped at " + Wording.percent(environment.serverCores()) + " of a core",
            environment.serverProperties() == null
                ? ""
                : ", set besides: " + environment.serverProperties(),
            environment.cores(),
            Wording.megabytes(environment.memoryBytes()),
            environment.javaVersion(),
            environment.operatingSystem(),
            environment.proteusVersion());
  }

  /** The middle, and how far the repeats lie apart. */
  static String range(Spread spread, DoubleFunction<String> format) {
    String median = format.apply(spread.median());
    return spread.count() == 1
        ? median
        : "%s (%s to %s)".formatted(median, format.apply(spread.min()), format.apply(spread.max()));
  }

  /** What could not be measured, a sentence each. */
  static Section failures(List<String> failures) {
    return new Section(
        "Not measured",
        failures.isEmpty() ? "Nothing: all was measured." : "",
        List.of(),
        failures.isEmpty()
            ? List.of()
            : List.of(
                new FigureTable(
                    List.of("what"),
                    failures.stream().map(one -> new Row(one, List.of())).toList())));
  }

  private static Template template() {
    return Mustache.compiler().withLoader(FiguresPage::resource).compile(resource("figures"));
  }

  static Reader resource(String name) {
    String file = name + ".mustache";
    InputStream stream = FiguresPage.class.getResourceAsStream(file);
    return new InputStreamReader(Objects.requireNonNull(stream, file), StandardCharsets.UTF_8);
  }
}
