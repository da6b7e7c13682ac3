package io.proteus.lab.papers;

import io.proteus.app.Environment;
import io.proteus.app.Screen;
import io.proteus.app.WrongUsage;
import io.proteus.controller.json.CoreJson;
import io.proteus.core.port.PortException;
import io.proteus.lab.report.Publication;
import io.proteus.lab.report.ResultText;
import io.proteus.lab.result.Result;
import io.proteus.lab.runner.ExperimentRunner;
import io.proteus.simulator.loads.LoadCase;
import io.proteus.simulator.loads.PolicyCase;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code proteus experiment loads}. */
@Command(
    name = "loads",
    mixinStandardHelpOptions = true,
    description = {
      "Every scaling policy under every kind of load, simulated (MDP-7).",
      "Tells node-hours, time below the service level, resizes, and who is on the Pareto front of",
      "the first two. Takes some minutes; docs/simulator.md has the table."
    })
public final class LoadsCommand implements Callable<Integer> {
  private final Environment environment;

  @Option(
      names = "--loads",
      paramLabel = "NAME[,NAME...]",
      split = ",",
      description = "Some of them (default: all but weekly, which takes long).")
  private List<String> loads = LoadCase.USUAL;

  @Option(
      names = "--policies",
      paramLabel = "NAME[,NAME...]",
      split = ",",
      description = "Some of them; mdp:REWARD for TIRAMOLA's decision making (default: all).")
  private List<String> policies = PolicyCase.ALL.stream().map(PolicyCase::name).toList();

  @Option(
      names = "--seeds",
      paramLabel = "N",
      defaultValue = "1",
      description = "How many runs of each (default: ${DEFAULT-VALUE}).")
  private int seeds = 1;

  @Option(names = "--json", description = "Print the figures as JSON.")
  private boolean json;

  public LoadsCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, IOException, InterruptedException {
    if (seeds < 1) {
      throw new WrongUsage("--seeds: want 1 or more, got %d.".formatted(seeds));
    }
    List<LoadCase> chosen = loads.stream().map(LoadCase::named).toList();
    List<PolicyCase> compared = policies.stream().map(PolicyCase::named).toList();
    Screen screen = environment.screen();
    LoadsExperiment experiment =
        new LoadsExperiment(
            chosen,
            compared,
            seeds,
            section -> {
              if (!json) {
                screen.out().println(ResultText.of(section));
              }
            });
    Result result =
        new ExperimentRunner(
                line -> screen.progress(line.isEmpty() ? "" : "  " + line),
                environment.time().now(),
                soFar -> {})
            .run(experiment);
    screen.out().println(json ? CoreJson.prettyText(result) : result.method());
    return Publication.objections(result, screen);
  }
}
