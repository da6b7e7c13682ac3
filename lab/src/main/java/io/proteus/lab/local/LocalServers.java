package io.proteus.lab.local;

import io.proteus.app.Environment;
import io.proteus.app.ExitCode;
import io.proteus.core.port.PortException;
import java.util.List;
import java.util.function.Consumer;

/** What is alike of the servers of any store on this machine: how they are shown and ended. */
public final class LocalServers {
  private LocalServers() {}

  /**
   * One of them.
   *
   * @param process its id, that of its last life where it does not run
   */
  public record Server(String name, String address, boolean isRunning, long process) {}

  /** Ends servers, and tells in lines what it ends. */
  @FunctionalInterface
  public interface Ending {
    void end(Consumer<String> lines) throws PortException;
  }

  /** A line for each; an error where one is down. */
  public static int show(Environment environment, List<Server> servers) {
    for (Server server : servers) {
      environment
          .screen()
          .out()
          .printf(
              "%-12s %-16s %s%n",
              server.name(),
              server.address(),
              server.isRunning() ? "process " + server.process() : "down");
    }
    return servers.stream().allMatch(Server::isRunning) ? ExitCode.OK : ExitCode.ERROR;
  }

  /**
   * Ends them all.
   *
   * @param delete whether nothing of them is to be left
   */
  public static int end(Environment environment, Ending ending, boolean delete)
      throws PortException {
    ending.end(line -> environment.screen().err().println("  " + line));
    if (delete) {
      environment.screen().out().println("Ended and deleted.");
    }
    return ExitCode.OK;
  }
}
