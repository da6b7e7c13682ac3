package io.proteus.core.parameter;

import io.proteus.core.units.ByteSize;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The unit of a parameter's value. */
public enum Unit {
  SHARE,
  BYTES,
  MILLISECONDS,
  SECONDS,
  COUNT,
  FACTOR,
  SWITCH,
  WORD;

  private static final int DECIMALS = 4;
  private static final Pattern CLASS = Pattern.compile("(\\w+\\.)+[A-Z]\\w*");

  /** As files write it. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  public boolean isNumber() {
    return this != SWITCH && this != WORD;
  }

  /** The value as a number; empty when it is none. Stores write shares as {@code 1.2F} too. */
  public Optional<BigDecimal> number(String value) {
    String plain = value.strip();
    try {
      boolean suffixed =
          !plain.isEmpty() && "fFdDlL".indexOf(plain.charAt(plain.length() - 1)) >= 0;
      return isNumber()
          ? Optional.of(new BigDecimal(suffixed ? plain.substring(0, plain.length() - 1) : plain))
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Whether the store can read the value so. */
  public boolean takes(String value) {
    return switch (this) {
      case SWITCH -> value.strip().toLowerCase(Locale.ROOT).matches("true|false");
      case WORD -> true;
      default -> number(value).isPresent();
    };
  }

  /** Whether two texts are the same value: 0.40 and 0.4 are, as are TRUE and true. */
  public boolean same(String one, String other) {
    Optional<BigDecimal> number = number(one);
    Optional<BigDecimal> second = number(other);
    return number.isPresent() && second.isPresent()
        ? number.get().compareTo(second.get()) == 0
        : one.strip().equalsIgnoreCase(other.strip());
  }

  /** A computed number as a store takes it: sizes, times and counts are whole. */
  public String rounded(BigDecimal number) {
    boolean whole = this != SHARE && this != FACTOR;
    BigDecimal kept =
        whole
            ? number.setScale(0, RoundingMode.DOWN)
            : number.setScale(DECIMALS, RoundingMode.HALF_UP).stripTrailingZeros();
    return kept.toPlainString();
  }

  /** The value as people read it: {@code 128 MB} for 134217728; a class without its package. */
  public String shown(String value) {
    Optional<BigDecimal> number = number(value);
    if (number.isEmpty()) {
      return CLASS.matcher(value).matches() ? value.substring(value.lastIndexOf('.') + 1) : value;
    }
    return switch (this) {
      case BYTES -> bytes(number.get(), value);
      case MILLISECONDS -> time(number.get(), value);
      default -> number.get().stripTrailingZeros().toPlainString();
    };
  }

  private static String bytes(BigDecimal number, String value) {
    if (number.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) >= 0) {
      return "no limit";
    }
    return number.signum() < 0 ? value : ByteSize.ofBytes(number.longValue()).toString();
  }

  private static String time(BigDecimal number, String value) {
    long millis = number.longValue();
    if (millis <= 0) {
      return value;
    }
    if (millis % 86_400_000 == 0) {
      return millis / 86_400_000 + " d";
    }
    if (millis % 3_600_000 == 0) {
      return millis / 3_600_000 + " h";
    }
    if (millis % 1000 == 0) {
      return millis / 1000 + " s";
    }
    return millis + " ms";
  }
}
