package io.proteus.lab.result;

import java.util.List;

/**
 * What must hold of an experiment.
 *
 * @param statement what must hold, a sentence
 * @param violations what was seen against it, a sentence each; none where it held
 */
public record Criterion(String statement, List<String> violations) {
  public Criterion {
    violations = List.copyOf(violations);
  }

  /** A criterion whose violation needs no more words than the statement. */
  public static Criterion of(String statement, boolean met) {
    return new Criterion(statement, met ? List.of() : List.of("not met: " + statement));
  }
}
