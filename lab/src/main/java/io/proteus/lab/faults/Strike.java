package io.proteus.lab.faults;

/**
 * What a fault did.
 *
 * @param happened false when its moment never came, as when there was no step of the kind
 * @param moment what was done and when, or why not, a sentence
 */
record Strike(boolean happened, String moment) {
  static Strike done(String moment, Object... values) {
    return new Strike(true, moment.formatted(values));
  }

  static Strike missed(String why, Object... values) {
    return new Strike(false, why.formatted(values));
  }

  /** There was nobody to strike any more. */
  static Strike tooLate() {
    return missed("Proteus had ended before");
  }
}
