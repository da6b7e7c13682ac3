package io.proteus.lab.papers;

import io.proteus.app.Environment;
import io.proteus.app.Screen;
import io.proteus.controller.json.CoreJson;
import io.proteus.core.port.PortException;
import io.proteus.lab.report.Publication;
import io.proteus.lab.report.ResultText;
import io.proteus.lab.result.Result;
import io.proteus.lab.runner.ExperimentRunner;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code proteus experiment papers}. */
@Command(
    name = "papers",
    mixinStandardHelpOptions = true,
    description = {
      "The papers' figures, and those of the real local cluster, beside the simulated ones.",
      "docs/simulator.md says which the model was fitted to, and where it is wrong. Takes minutes."
    })
public final class PapersCommand implements Callable<Integer> {
  private final Environment environment;

  @Option(names = "--json", description = "Print the figures as JSON.")
  private boolean json;

  public PapersCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, IOException, InterruptedException {
    Screen screen = environment.screen();
    Result result =
        new ExperimentRunner(
                line -> screen.progress(line.isEmpty() ? "" : "  " + line),
                environment.time().now(),
                soFar -> {})
            .run(new PapersExperiment());
    screen.out().println(json ? CoreJson.prettyText(result) : ResultText.of(result));
    return Publication.objections(result, screen);
  }
}
