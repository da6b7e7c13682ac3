package io.proteus.app.server;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list.
 *
 * @param total how many there are
 * @param next the offset of the next page; null at the end
 */
record Page<T>(List<T> items, int total, @Nullable Integer next) {
  Page {
    items = List.copyOf(items);
  }

  /** The rows from an offset on, of which only those shown are made into documents. */
  static <R, T> Page<T> of(List<R> rows, int offset, int limit, Function<R, T> shown) {
    int from = Math.min(offset, rows.size());
    int to = (int) Math.min((long) from + limit, rows.size());
    return new Page<>(
        rows.subList(from, to).stream().map(shown).toList(),
        rows.size(),
        to < rows.size() ? Integer.valueOf(to) : null);
  }
}
