package io.proteus.core.units;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An amount of data, in bytes, never negative. Units are binary: 1 KB is 1,024 bytes. */
public record ByteSize(long bytes) implements Comparable<ByteSize> {
  public static final ByteSize ZERO = new ByteSize(0);

  private static final List<String> UNITS = List.of("B", "KB", "MB", "GB", "TB", "PB");
  private static final Pattern TEXT =
      Pattern.compile("\\s*(\\d+(?:\\.\\d+)?)\\s*(B|KB|MB|GB|TB|PB)\\s*");

  public ByteSize {
    if (bytes < 0) {
      throw new InvalidValue("size: want 0 or more bytes, got %d.".formatted(bytes));
    }
  }

  public static ByteSize ofBytes(long bytes) {
    return new ByteSize(bytes);
  }

  public static ByteSize ofKilobytes(long kilobytes) {
    return new ByteSize(Math.multiplyExact(kilobytes, 1L << 10));
  }

  public static ByteSize ofMegabytes(long megabytes) {
    return new ByteSize(Math.multiplyExact(megabytes, 1L << 20));
  }

  /** Reads {@code 64KB}, {@code 1.5 GB}, {@code 100 B}. */
  public static ByteSize parse(String text) {
    Matcher matcher = TEXT.matcher(text.toUpperCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new InvalidValue(
          "size: want a number with a unit such as 64KB or 1.5GB, got '%s'.".formatted(text));
    }
    double unit = Math.pow(1024, UNITS.indexOf(matcher.group(2)));
    double bytes = Double.parseDouble(matcher.group(1)) * unit;
    if (bytes >= Long.MAX_VALUE) {
      throw new InvalidValue("size: want less than 8192 PB, got '%s'.".formatted(text));
    }
    return new ByteSize(Math.round(bytes));
  }

  public ByteSize plus(ByteSize other) {
    return new ByteSize(Math.addExact(bytes, other.bytes));
  }

  @Override
  public int compareTo(ByteSize other) {
    return Long.compare(bytes, other.bytes);
  }

  /** In the largest unit that leaves at least 1: {@code 64 KB}, {@code 1.5 GB}. */
  @Override
  public String toString() {
    double amount = bytes;
    int power = 0;
    while (amount >= 1024 && power < UNITS.size() - 1) {
      amount /= 1024;
      power++;
    }
    return String.format(
        Locale.ROOT, amount == Math.rint(amount) ? "%.0f %s" : "%.1f %s", amount, UNITS.get(power));
  }
}
