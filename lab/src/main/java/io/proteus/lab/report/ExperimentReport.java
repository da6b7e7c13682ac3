package io.proteus.lab.report;

import io.proteus.lab.result.ExperimentResult;
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
