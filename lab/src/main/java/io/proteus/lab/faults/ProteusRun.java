package io.proteus.lab.faults;

import io.proteus.app.ExitCode;
import java.time.Duration;
import java.util.List;

/**
 * One start of Proteus in a trial.
 *
 * @param command its command line
 * @param exitCode 137 when it was killed
 * @param seconds from its start to its end
 * @param said what it said of the end of the plan, or last
 */
record ProteusRun(String command, int exitCode, double seconds, String said) {
  private static final int LONGEST = 400;
  private static final List<String> OUTCOMES =
      List.of(
          "completed:",
          "abandoned:",
          "stopped:",
          "resumed ",
          "started ",
          "switched ",
          "could not ");

  static ProteusRun of(List<String> command, ProteusProcess process) {
    Duration age = process.age();
    return new ProteusRun(
        String.join(" ", command),
        process.exitCode(),
        age.toMillis() / 1e3,
        said(process.exitCode(), process.out(), process.err()));
  }

  /**
   * The lines that tell how a plan ended. Where there are none, the last line: of the results, as
   * of one that holds and says why, or of what a Proteus printed beside that failed or was killed.
   */
  static String said(int exitCode, String out, String err) {
    String outcomes =
        String.join(
            "; ",
            out.lines().filter(line -> OUTCOMES.stream().anyMatch(line::startsWith)).toList());
    String chosen = outcomes;
    for (String text : exitCode == ExitCode.HELD ? List.of(out, err) : List.of(err, out)) {
      if (chosen.isEmpty()) {
        List<String> lines = text.lines().filter(line -> !line.isBlank()).toList();
        chosen = lines.isEmpty() ? "" : lines.get(lines.size() - 1).strip();
      }
    }
    return chosen.length() <= LONGEST ? chosen : chosen.substring(0, LONGEST) + " ...";
  }
}
