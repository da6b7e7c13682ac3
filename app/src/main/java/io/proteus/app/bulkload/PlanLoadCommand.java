package io.proteus.app.bulkload;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.command.ClusterOptions;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.port.PortException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code proteus bulk-load plan}. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description = "Show how a table would be set up for a load, and why. Changes nothing.")
final class PlanLoadCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();
  @Mixin private LoadOptions options = new LoadOptions();

  @Option(names = "--json", description = "Print the plan as JSON.")
  private boolean json;

  PlanLoadCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, InvalidConfiguration {
    Screen screen = environment.screen();
    try (ClusterConnection connection =
        environment.connector().connect(cluster.configuration(environment))) {
      PlannedLoad load = PlannedLoad.on(connection, options, environment.folder());
      screen
          .out()
          .print(
              json
                  ? CoreJson.prettyText(LoadDocument.of(load), connection.words()) + "\n"
                  : new LoadRendering(connection.words(), screen.width(), screen.paint())
                      .render(load));
    }
    return ExitCode.OK;
  }
}
