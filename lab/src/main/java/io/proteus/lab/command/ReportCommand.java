package io.proteus.lab.command;

import io.proteus.app.Environment;
import io.proteus.core.units.InvalidValue;
import io.proteus.lab.report.ResultPage;
import io.proteus.lab.result.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code proteus experiment report}. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Make the page and the charts of an experiment again, from its result.json.")
final class ReportCommand implements Callable<Integer> {
  private final Environment environment;

  @Parameters(paramLabel = "FILE", description = "result.json of an experiment.")
  private Path file = Path.of("result.json");

  ReportCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws IOException {
    Path result = environment.folder().resolve(file);
    if (!Files.isRegularFile(result)) {
      throw new InvalidValue(
          "%s: there is no such file; want the result.json of an experiment.".formatted(file));
    }
    Path folder = result.toAbsolutePath().getParent();
    Path page =
        ResultPage.of(ResultFile.read(result))
            .write(folder == null ? environment.folder() : folder);
    environment.screen().out().println("Report: " + page);
    return 0;
  }
}
