package io.proteus.lab.report;

import io.proteus.core.units.InvalidValue;
import io.proteus.lab.result.ExperimentFile;
import io.proteus.lab.result.ExperimentResult;
import io.proteus.lab.result.Result;
import io.proteus.lab.result.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A report of an experiment: one page that needs nothing beside it, and its charts as files too.
 * Made from the result alone, so it can be made again.
 */
public final class ExperimentReport {
  public static final String PAGE = "report.html";

  private ExperimentReport() {}

  /**
   * Makes the report of a file again.
   *
   * @return the page
   * @throws InvalidValue when the file is no result, or one of an earlier release whose page cannot
   *     be made any more
   */
  public static Path write(Path file, Path folder) throws IOException {
    String schema = ResultFile.schema(file);
    return switch (schema) {
      case Result.SCHEMA -> ResultPage.of(ResultFile.read(file)).write(folder);
      case ExperimentResult.SCHEMA -> write(ExperimentFile.read(file), folder);
      default ->
          throw new InvalidValue(
              "%s: want a file with schema %s or %s, got %s. A release that wrote another one makes its page, or the experiment can be run again."
                  .formatted(file, Result.SCHEMA, ExperimentResult.SCHEMA, schema));
    };
  }

  /**
   * Writes {@link #PAGE} and the charts into the folder, over what is there of the same name.
   *
   * @return the page
   */
  public static Path write(ExperimentResult result, Path folder) throws IOException {
    var pictures = new Pictures(result);
    String html = new ReportPage(result, pictures).html();
    Files.createDirectories(folder);
    for (Map.Entry<String, byte[]> picture : pictures.files().entrySet()) {
      Files.write(folder.resolve(picture.getKey()), picture.getValue());
    }
    return Files.writeString(folder.resolve(PAGE), html);
  }
}
