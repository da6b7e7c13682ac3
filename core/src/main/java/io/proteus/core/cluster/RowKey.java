package io.proteus.core.cluster;

import io.proteus.core.units.InvalidValue;
import java.util.Arrays;

/** The key of a row: bytes, never none, in the order in which stores keep their rows. */
public final class RowKey implements Comparable<RowKey> {
  private final byte[] bytes;

  private RowKey(byte[] bytes) {
    this.bytes = bytes;
  }

  public static RowKey of(byte[] bytes) {
    if (bytes.length == 0) {
      throw new InvalidValue("row key: want at least one byte, got none.");
    }
    return new RowKey(bytes.clone());
  }

  /** The key that {@link #toString} has written. */
  public static RowKey parse(String text) {
    byte[] bytes = new byte[text.length()];
    int length = 0;
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      if (next == '\\') {
        bytes[length++] = escaped(text, i);
        i += 3;
      } else if (next > ' ' && next < 0x7f) {
        bytes[length++] = (byte) next;
      } else {
        throw wrong(text);
      }
    }
    return of(Arrays.copyOf(bytes, length));
  }

  private static byte escaped(String text, int at) {
    if (at + 4 > text.length() || text.charAt(at + 1) != 'x') {
      throw wrong(text);
    }
    int high = Character.digit(text.charAt(at + 2), 16);
    int low = Character.digit(text.charAt(at + 3), 16);
    if (high < 0 || low < 0) {
      throw wrong(text);
    }
    return (byte) (high * 16 + low);
  }

  private static InvalidValue wrong(String text) {
    return new InvalidValue(
        "row key: want printable ASCII and \\xNN for all other bytes, got '%s'.".formatted(text));
  }

  public byte[] bytes() {
    return bytes.clone();
  }

  /**
   * The shortest key that is greater than a smaller one and not greater than this: what tells the
   * two apart.
   */
  public RowKey shortestAfter(RowKey smaller) {
    if (smaller.compareTo(this) >= 0) {
      throw new InvalidValue("row key: want a key before %s, got %s.".formatted(this, smaller));
    }
    int same = Arrays.mismatch(smaller.bytes, bytes);
    return new RowKey(Arrays.copyOf(bytes, same + 1));
  }

  @Override
  public int compareTo(RowKey other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RowKey key && Arrays.equals(bytes, key.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Printable ASCII characters as they are, all others as {@code \xNN}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (byte b : bytes) {
      int value = b & 0xff;
      if (value > ' ' && value < 0x7f && value != '\\') {
        text.append((char) value);
      } else {
        text.append("\\x%02X".formatted(value));
      }
    }
    return text.toString();
  }
}
