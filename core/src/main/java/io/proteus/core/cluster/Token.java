package io.proteus.core.cluster;

import io.proteus.core.units.InvalidValue;

/**
 * A place on a store's ring of 2^64 tokens, at which the range of a node ends. It is written as
 * text, as other programs read large numbers with less than 64 bits.
 */
public record Token(long value) implements Comparable<Token> {

  /** Reads what {@link #toString} has written. */
  public static Token parse(String text) {
    try {
      return new Token(Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw new InvalidValue("token: want a whole number of 64 bits, got \"%s\".".formatted(text));
    }
  }

  @Override
  public int compareTo(Token other) {
    return Long.compare(value, other.value);
  }

  @Override
  public String toString() {
    return Long.toString(value);
  }
}
