package io.proteus.core.cluster;

import io.proteus.core.units.InvalidValue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rows from one key up to another.
 *
 * @param from the first key that belongs to it; null where the table begins
 * @param to the first key that no longer belongs to it; null where the table ends
 */
public record KeyRange(@Nullable RowKey from, @Nullable RowKey to) {
  /** All rows of a table. */
  public static final KeyRange ALL = new KeyRange(null, null);

  /** Characters of a key in a line of text. */
  private static final int MOST_SHOWN = 32;

  public KeyRange {
    if (from != null && to != null && from.compareTo(to) >= 0) {
      throw new InvalidValue("rows: want from before to, got %s and %s.".formatted(from, to));
    }
  }

  /** Whether all rows of the other belong to it. */
  public boolean contains(KeyRange other) {
    return (from == null || (other.from != null && from.compareTo(other.from) <= 0))
        && (to == null || (other.to != null && to.compareTo(other.to) >= 0));
  }

  /** Whether the key is one of its keys, and not the first: rows can be split there. */
  public boolean isDividedBy(RowKey key) {
    return (from == null || from.compareTo(key) < 0) && (to == null || key.compareTo(to) < 0);
  }

  /** Whether the other begins where this ends. */
  public boolean isBefore(KeyRange other) {
    return to != null && other.from != null && to.equals(other.from);
  }

  /** Whether both end at the same key. */
  public boolean endsLike(KeyRange other) {
    return Objects.equals(to, other.to);
  }

  /** These rows and those of the one that begins where they end. */
  public KeyRange and(KeyRange next) {
    if (!isBefore(next)) {
      throw new InvalidValue("rows: want neighbours, got %s and %s.".formatted(this, next));
    }
    return new KeyRange(from, next.to);
  }

  /** Whether it says nothing: it is all of a table. */
  public boolean saysNothing() {
    return from == null && to == null;
  }

  /** Both keys for a line of text, where long ones are cut; nothing where the table ends. */
  public String shown() {
    return "%s..%s"
        .formatted(
            Objects.requireNonNullElse(cut(from, MOST_SHOWN), ""),
            Objects.requireNonNullElse(cut(to, MOST_SHOWN), ""));
  }

  /** A key, escaped, of which so many characters are shown at most; null for none. */
  public static @Nullable String cut(@Nullable RowKey key, int most) {
    String text = key == null ? null : key.toString();
    return text == null || text.length() <= most ? text : text.substring(0, most - 1) + "…";
  }

  @Override
  public String toString() {
    return "%s..%s".formatted(from == null ? "" : from, to == null ? "" : to);
  }
}
