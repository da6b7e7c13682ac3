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

  @Override
  public String toString() {
    return "%s..%s".formatted(from == null ? "" : from, to == null ? "" : to);
  }
}
