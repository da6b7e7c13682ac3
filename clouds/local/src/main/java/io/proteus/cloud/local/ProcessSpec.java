package io.proteus.cloud.local;

import io.proteus.core.units.InvalidValue;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A process to start.
 *
 * @param name unique within its {@link LocalProcesses}; letters, digits, dot, dash, underscore
 * @param command the program and its arguments
 * @param environment added to what Proteus itself was given
 * @param directory working directory, must exist
 * @param log where standard output and error are appended
 * @param capGroup processes of one group share one cap, see {@link LocalProcesses#cap}
 */
public record ProcessSpec(
    String name,
    List<String> command,
    Map<String, String> environment,
    Path directory,
    Path log,
    String capGroup) {

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

  public ProcessSpec {
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
    checkName("process", name);
    checkName("cap group", capGroup);
    if (command.isEmpty()) {
      throw new InvalidValue("process %s: want a command, got none.".formatted(name));
    }
  }

  // names become file names and cgroup names
  static void checkName(String subject, String name) {
    if (!NAME.matcher(name).matches()) {
      throw new InvalidValue(
          "%s: want letters, digits, dot, dash and underscore, got '%s'.".formatted(subject, name));
    }
  }
}
