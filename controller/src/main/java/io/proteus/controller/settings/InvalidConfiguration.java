package io.proteus.controller.settings;

import java.util.List;

/** A configuration that cannot be. Says all that is wrong with it at once. */
public final class InvalidConfiguration extends Exception {
  private static final long serialVersionUID = 1L;

  private final List<String> problems;

  public InvalidConfiguration(List<String> problems) {
    super(String.join("\n", problems));
    this.problems = List.copyOf(problems);
  }

  /**
   * The problems in the order of the file, each with file, line, setting, value and what is wanted.
   */
  public List<String> problems() {
    return problems;
  }
}
