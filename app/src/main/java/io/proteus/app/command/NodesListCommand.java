package io.proteus.app.command;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.app.Screen;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.rendering.MachinesRendering;
import io.proteus.app.view.MachineRow;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Machine;
import io.proteus.core.port.MachineInventory;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code proteus nodes list}. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = {
      "List the servers of a cluster with their machines. Reads only: nothing is changed.",
      "What a cloud does not tell is shown as -."
    },
    footer = {
      "",
      "A machine whose server has not come, and a server whose machine the cloud does not know, are"
          + " listed, too.",
      "",
      "Examples:",
      "  proteus nodes list"
    })
public final class NodesListCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private ClusterOptions cluster = new ClusterOptions();

  public NodesListCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() throws PortException, InvalidConfiguration {
    Configuration configuration = cluster.configuration(environment);
    Screen screen = environment.screen();
    try (ClusterConnection connection = environment.connector().connect(configuration)) {
      Topology topology = connection.store().topology();
      Optional<List<Machine>> machines = machines(connection);
      screen
          .out()
          .println(
              new MachinesRendering(connection.words(), screen.width(), screen.paint())
                  .render(
                      MachineRow.of(topology, machines.orElse(List.of())),
                      environment.at(configuration).time().now(),
                      connection
                          .ports()
                          .find(MachineInventory.class)
                          .map(MachineInventory::cluster)));
      if (machines.isEmpty()) {
        screen
            .err()
            .println(
                "The cloud '%s' tells nothing of machines [cloud.type]."
                    .formatted(configuration.cloud().type()));
      }
    }
    return ExitCode.OK;
  }

  /** All that the cloud tells; empty where it has no machines. */
  private static Optional<List<Machine>> machines(ClusterConnection connection)
      throws PortException {
    Optional<MachineInventory> inventory = connection.ports().find(MachineInventory.class);
    if (inventory.isPresent()) {
      return Optional.of(inventory.get().inventory());
    }
    Optional<Machines> machines = connection.ports().find(Machines.class);
    return machines.isEmpty()
        ? Optional.empty()
        : Optional.of(
            machines.get().machines().entrySet().stream()
                .map(machine -> Machine.of(machine.getKey(), machine.getValue()))
                .toList());
  }
}
