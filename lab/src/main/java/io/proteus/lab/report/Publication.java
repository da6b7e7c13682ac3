package io.proteus.lab.report;

import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.lab.result.Result;
import io.proteus.lab.result.ResultFile;
import java.io.IOException;
import java.nio.file.Path;

/** Where the result of an experiment goes: a file and a page in a folder, and the terminal. */
public record Publication(Screen screen, Path folder) {

  /** Keeps what is measured so far: it must not be lost with what fails later. */
  public void keep(Result result) throws IOException {
    ResultFile.write(folder.resolve(ResultFile.NAME), result);
  }

  /** Writes the file and the page, and returns the page. */
  public Path write(Result result) throws IOException {
    keep(result);
    return ResultPage.of(result).write(folder);
  }

  /**
   * Writes the file and the page, shows the result, and tells what is wrong with it.
   *
   * @return the {@link ExitCode}: an error where something is
   */
  public int publish(Result result) throws IOException {
    Path page = write(result);
    screen.out().println(ResultText.of(result));
    screen.out().println("Report: " + page);
    return objections(result, screen);
  }

  /** Tells what is wrong with a result, and returns the {@link ExitCode} that follows from it. */
  public static int objections(Result result, Screen screen) {
    result.objections().forEach(screen.err()::println);
    return result.objections().findAny().isEmpty() ? ExitCode.OK : ExitCode.ERROR;
  }
}
