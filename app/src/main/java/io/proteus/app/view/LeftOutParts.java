package io.proteus.app.view;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.decision.PlanEdit;
import io.proteus.core.step.StepKind;
import io.proteus.core.units.InvalidValue;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a person writes of the parts of a plan that are to be left out. */
public final class LeftOutParts {
  private static final Pattern STEPS = Pattern.compile("(\\d{1,7})(?:-(\\d{1,7}))?");

  /**
   * A plan of a million partitions has some millions of steps; nobody names more of them than this.
   */
  private static final int MOST_STEPS = 100_000;

  private LeftOutParts() {}

  /**
   * Reads them.
   *
   * @param steps numbers and ranges, such as 3 and 5-8
   * @param kinds as plans name kinds of work, such as moves
   * @throws InvalidValue for what is none
   */
  public static PlanEdit read(
      List<String> steps, List<String> tables, List<String> nodes, List<String> kinds) {
    SortedSet<Integer> numbers = new TreeSet<>();
    steps.forEach(text -> addSteps(text.strip(), numbers));
    List<StepKind> works = new ArrayList<>();
    for (String kind : kinds) {
      works.add(
          StepKind.of(kind)
              .orElseThrow(
                  () ->
                      new InvalidValue(
                          "want a kind of steps, one of %s, got %s."
                              .formatted(String.join(", ", StepKind.words()), kind))));
    }
    return PlanEdit.without(
        numbers,
        tables.stream().map(TableId::new).toList(),
        nodes.stream().map(NodeId::new).toList(),
        works);
  }

  private static void addSteps(String text, SortedSet<Integer> numbers) {
    Matcher range = STEPS.matcher(text);
    if (!range.matches()) {
      throw new InvalidValue("want numbers of steps, such as 3 or 5-8, got '%s'.".formatted(text));
    }
    int first = Integer.parseInt(range.group(1));
    int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
    if (first > last || last - first >= MOST_STEPS) {
      throw new InvalidValue(
          "want a range of at most %,d steps from low to high, got %s."
              .formatted(MOST_STEPS, text));
    }
    for (int number = first; number <= last; number++) {
      numbers.add(number);
    }
  }
}
