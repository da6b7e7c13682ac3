package io.proteus.workloads.tpcc;

import java.util.List;
import java.util.SplittableRandom;

/** What TPC-C draws by chance (clauses 2.1.6 and 4.3); of one thread. */
final class Draws {
  private static final List<String> SYLLABLES =
      List.of("BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING");

  private static final String LETTERS =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

  /**
   * Clause 2.1.6.1: of last names, the run's constant is 65 to 119 from the load's, not 96, 112.
   */
  private static final int NAMES_OF_THE_LOAD = 123;

  private static final int NAMES_OF_THE_RUN = 208;
  private static final int CUSTOMERS = 259;
  private static final int ITEMS = 7_911;

  private final SplittableRandom random;

  Draws(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** A whole number, both ends included. */
  int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  boolean happens(double share) {
    return random.nextDouble() < share;
  }

  /** NURand(A, x, y) of clause 2.1.6. */
  int uneven(int a, int least, int most, int constant) {
    return ((between(0, a) | between(least, most)) + constant) % (most - least + 1) + least;
  }

  int customer(Scale scale) {
    return uneven(1_023, 1, scale.customers(), CUSTOMERS);
  }

  int item(Scale scale) {
    return uneven(8_191, 1, scale.items(), ITEMS);
  }

  String lastNameOfTheRun(Scale scale) {
    return lastName(uneven(255, 0, scale.names() - 1, NAMES_OF_THE_RUN));
  }

  String lastNameOfTheLoad(Scale scale) {
    return lastName(uneven(255, 0, scale.names() - 1, NAMES_OF_THE_LOAD));
  }

  /** Clause 4.3.2.3: three syllables, one for each digit. */
  static String lastName(int number) {
    return SYLLABLES.get(number / 100 % 10)
        + SYLLABLES.get(number / 10 % 10)
        + SYLLABLES.get(number % 10);
  }

  /** A negative exponential time, at most ten times its mean (clause 5.2.5.4). */
  double waiting(double mean) {
    return Math.min(10 * mean, -Math.log(1 - random.nextDouble()) * mean);
  }

  String text(int least, int most) {
    int length = between(least, most);
    StringBuilder written = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      written.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return written.toString();
  }

  /** Clause 4.3.3.1: a tenth of these texts say ORIGINAL somewhere. */
  String original(int least, int most) {
    String text = text(least, most);
    if (!happens(0.1)) {
      return text;
    }
    int at = between(0, text.length() - 8);
    return text.substring(0, at) + "ORIGINAL" + text.substring(at + 8);
  }

  /** The numbers from 1 on, shuffled. */
  int[] permutation(int most) {
    int[] numbers = new int[most];
    for (int i = 0; i < most; i++) {
      int other = between(0, i);
      numbers[i] = numbers[other];
      numbers[other] = i + 1;
    }
    return numbers;
  }
}
