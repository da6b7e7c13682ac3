package io.proteus.lab.faults;

import com.github.freva.asciitable.AsciiTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The trials by kind.
 *
 * @param trials that were made
 * @param leftOut kinds that cannot be made on this machine, with the reason
 */
record FaultTable(List<TrialRecord> trials, Map<FaultKind, String> leftOut) {
  private static final List<String> HEADER =
      List.of("fault", "trials", "passed", "moment did not come", "plans ended", "what failed");

  FaultTable {
    trials = List.copyOf(trials);
    leftOut = Map.copyOf(leftOut);
  }

  /** For the screen. */
  String text() {
    return AsciiTable.getTable(
        HEADER.toArray(String[]::new),
        rows().stream().map(row -> row.toArray(String[]::new)).toArray(String[][]::new));
  }

  /** For the documentation. */
  String markdown() {
    StringBuilder text = new StringBuilder();
    line(text, HEADER);
    line(text, List.of("---", "---:", "---:", "---:", "---", "---"));
    rows().forEach(row -> line(text, row));
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    for (FaultKind kind : FaultKind.values()) {
      List<TrialRecord> its = trials.stream().filter(t -> t.kind().equals(kind.id())).toList();
      if (!its.isEmpty()) {
        rows.add(row(kind, its));
      } else if (leftOut.containsKey(kind)) {
        rows.add(List.of(kind.title(), "0", "-", "-", "-", "not run: " + leftOut.get(kind)));
      }
    }
    return rows;
  }

  private static List<String> row(FaultKind kind, List<TrialRecord> trials) {
    long passed = trials.stream().filter(t -> t.struck() && t.failures().isEmpty()).count();
    long missed = trials.stream().filter(t -> !t.struck()).count();
    Map<String, Integer> failures = new TreeMap<>();
    trials.forEach(
        t -> t.failures().forEach(check -> failures.merge(check.name(), 1, Integer::sum)));
    return List.of(
        kind.title(),
        String.valueOf(trials.size()),
        String.valueOf(passed),
        String.valueOf(missed),
        counted(ends(trials)),
        failures.isEmpty() ? "nothing" : counted(failures));
  }

  /** How the plans ended, by word. */
  private static Map<String, Integer> ends(List<TrialRecord> trials) {
    Map<String, Integer> ends = new LinkedHashMap<>();
    for (TrialRecord trial : trials) {
      if (trial.plans().isEmpty()) {
        ends.merge("no plan", 1, Integer::sum);
      }
      for (String end : trial.plans()) {
        int words = end.indexOf(" (");
        ends.merge(words < 0 ? end : end.substring(0, words), 1, Integer::sum);
      }
    }
    return ends;
  }

  private static String counted(Map<String, Integer> counts) {
    return String.join(
        ", ", counts.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList());
  }
}
