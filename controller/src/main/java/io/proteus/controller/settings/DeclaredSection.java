package io.proteus.controller.settings;

/**
 * A record of settings and where in a file its keys stand.
 *
 * @param at the full key of the section; empty for the file itself
 * @param ofType the section's type of which the keys are; empty where they are of all types
 * @param usually whether that type is the one that counts where the section names none; where the
 *     keys are of all types, whether a file has the section unless it says otherwise
 * @param type the record
 */
public record DeclaredSection(String at, String ofType, boolean usually, Class<?> type) {

  /** A section whose keys any file may have. */
  public DeclaredSection(String at, Class<?> type) {
    this(at, "", true, type);
  }
}
