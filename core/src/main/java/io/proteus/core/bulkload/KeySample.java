package io.proteus.core.bulkload;

import io.proteus.core.cluster.RowKey;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Keys drawn from those that are to be loaded. A key that was drawn more than once is written more
 * often, so it weighs more.
 */
public final class KeySample {
  private final List<RowKey> keys;
  private final long[] weights;
  private final long total;

  private KeySample(List<RowKey> keys, long[] weights, long total) {
    this.keys = keys;
    this.weights = weights;
    this.total = total;
  }

  public static KeySample of(Collection<RowKey> drawn) {
    if (drawn.isEmpty()) {
      throw new InvalidValue("sample of keys: want at least one key, got none.");
    }
    List<RowKey> sorted = drawn.stream().sorted().toList();
    List<RowKey> keys = new ArrayList<>();
    long[] weights = new long[sorted.size()];
    for (RowKey key : sorted) {
      if (keys.isEmpty() || !keys.get(keys.size() - 1).equals(key)) {
        keys.add(key);
      }
      weights[keys.size() - 1]++;
    }
    return new KeySample(List.copyOf(keys), weights, sorted.size());
  }

  /** How many different keys there are. */
  public int distinct() {
    return keys.size();
  }

  /** How many keys were drawn, duplicates included. */
  public long total() {
    return total;
  }

  /** How many were drawn that had been drawn before. */
  public long duplicates() {
    return total - keys.size();
  }

  /** The key that was drawn most often. */
  public RowKey heaviest() {
    int heaviest = 0;
    for (int i = 1; i < keys.size(); i++) {
      heaviest = weights[i] > weights[heaviest] ? i : heaviest;
    }
    return keys.get(heaviest);
  }

  /** Share of the draws that is of {@link #heaviest}; no partition can hold less. */
  public Ratio heaviestShare() {
    long most = 0;
    for (int i = 0; i < keys.size(); i++) {
      most = Math.max(most, weights[i]);
    }
    return Ratio.share(most, total);
  }

  /** The key at an index, in ascending order. */
  RowKey key(int index) {
    return keys.get(index);
  }

  long weight(int index) {
    return weights[index];
  }
}
