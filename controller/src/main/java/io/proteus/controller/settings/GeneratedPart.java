package io.proteus.controller.settings;

import io.proteus.core.units.InvalidValue;

/** The generated part of a document; what stands around it is written by hand. */
public final class GeneratedPart {
  private static final String BEGIN = "<!-- generated: proteus settings --write docs -->\n";
  private static final String END = "<!-- end of the generated part -->\n";

  private GeneratedPart() {}

  /** Whether a document says that a part of it is generated. */
  public static boolean isIn(String document) {
    return document.contains(BEGIN);
  }

  /**
   * The document with this part in place of the one that it has.
   *
   * @throws InvalidValue where it says nowhere that a part is generated
   */
  public static String in(String document, String part) {
    int begin = document.indexOf(BEGIN);
    int end = document.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new InvalidValue("the document: want a part between %sand %s".formatted(BEGIN, END));
    }
    return document.substring(0, begin + BEGIN.length()) + part + document.substring(end);
  }
}
