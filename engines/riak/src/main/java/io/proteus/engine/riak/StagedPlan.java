package io.proteus.engine.riak;

import io.proteus.core.port.PortException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code riak admin cluster plan} answers. It alone shows all that is staged: a staged leave
 * is in no other answer.
 */
record StagedPlan(List<Staged> changes) {
  private static final Pattern CHANGE =
      Pattern.compile(
          "(?m)^(join|leave|replace|force-replace|force-remove|remove|resize)\\S*\\s+(\\S.*)$");
  private static final String END = "NOTE: Applying these changes";

  StagedPlan {
    changes = List.copyOf(changes);
  }

  static StagedPlan parse(String answer) throws PortException {
    if (answer.contains("There are no staged changes")) {
      return new StagedPlan(List.of());
    }
    int end = answer.indexOf(END);
    if (!answer.contains("Staged Changes") || end < 0) {
      throw new PortException(
          "the cluster makes no plan now: %s".formatted(Commands.shown(answer)));
    }
    List<Staged> changes = new ArrayList<>();
    Matcher lines = CHANGE.matcher(answer.substring(0, end));
    while (lines.find()) {
      changes.add(new Staged(lines.group(1), lines.group(2).replace("'", "").strip()));
    }
    return new StagedPlan(changes);
  }

  boolean isEmpty() {
    return changes.isEmpty();
  }

  /** Whether this change is staged, and nothing besides. */
  boolean isOnly(Staged change) {
    return changes.equals(List.of(change));
  }
}
