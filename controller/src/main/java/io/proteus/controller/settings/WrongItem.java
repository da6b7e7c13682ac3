package io.proteus.controller.settings;

/** An error inside a setting that is a list or a section, with its place. */
public final class WrongItem extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final int line;

  /**
   * @param where after the setting's key, as in {@code [1].from}
   */
  public WrongItem(int line, String where, String sentence) {
    super(where + ": " + sentence);
    this.line = line;
  }

  public int line() {
    return line;
  }
}
