package io.proteus.lab.faults;

/**
 * Something that must be true after a fault.
 *
 * @param name regions, writes, settings ...
 * @param seen what was found, a sentence
 */
record Check(String name, boolean passed, String seen) {
  static Check passed(String name, String seen) {
    return new Check(name, true, seen);
  }

  static Check failed(String name, String seen) {
    return new Check(name, false, seen);
  }
}
