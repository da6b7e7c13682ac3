package io.proteus.core.words;

import io.proteus.core.units.InvalidValue;
import java.util.Locale;

/**
 * A noun in singular and plural.
 *
 * @param one as in {@code 1 shard}
 * @param many as in {@code 2 shards}
 */
public record Noun(String one, String many) {
  public Noun {
    if (one.isBlank() || many.isBlank()) {
      throw new InvalidValue("noun: want a word, got '%s' and '%s'.".formatted(one, many));
    }
  }

  /** The form that goes with a count. */
  public String of(long count) {
    return count == 1 ? one : many;
  }

  /** {@code 1 shard}, {@code 12,345 shards}. */
  public String count(long count) {
    return String.format(Locale.ROOT, "%,d %s", count, of(count));
  }
}
