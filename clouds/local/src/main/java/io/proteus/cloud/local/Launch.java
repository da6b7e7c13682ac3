package io.proteus.cloud.local;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The commands around a command: away from our terminal, and inside its control group. */
final class Launch {

  /** Enters each group named before "--", then becomes the command: capped from its first step. */
  private static final String ENTER =
      "while [ \"$1\" != -- ]; do echo $$ > \"$1\" || exit 97; shift; done; shift; exec \"$@\"";

  /**
   * Without setsid(1), a Ctrl-C at our terminal reaches the process too; this makes it ignore that.
   */
  private static final String DEAF = "trap '' INT HUP QUIT; ";

  private Launch() {}

  static List<String> entering(List<Path> entrances, List<String> command) {
    return shell(ENTER, entrances, command);
  }

  /** The same, detached from the terminal; the process number stays that of the command started. */
  static List<String> detached(List<Path> entrances, List<String> command) {
    if (!onSearchPath("setsid")) {
      return shell(DEAF + ENTER, entrances, command);
    }
    List<String> whole = new ArrayList<>(List.of("setsid"));
    whole.addAll(shell(ENTER, entrances, command));
    return whole;
  }

  private static List<String> shell(String script, List<Path> entrances, List<String> command) {
    List<String> whole = new ArrayList<>(List.of("sh", "-c", script, "sh"));
    entrances.forEach(entrance -> whole.add(entrance.toString()));
    whole.add("--");
    whole.addAll(command);
    return whole;
  }

  private static boolean onSearchPath(String program) {
    String path = System.getenv("PATH");
    return path != null
        && Stream.of(path.split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }
}
