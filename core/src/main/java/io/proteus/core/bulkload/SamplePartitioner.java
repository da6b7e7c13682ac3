package io.proteus.core.bulkload;

import io.proteus.core.cluster.RowKey;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits at the quantiles of a sample of the real keys (HCF-1: "based on the KeysDistribution").
 *
 * <p>Of all ways to split the sample, one is taken whose largest partition is smallest: first the
 * least size is searched that the sample can be kept within, then partitions are filled as evenly
 * as that size allows. So the largest gets at most a fair share and one key's. A row is never
 * split, however often it is written.
 *
 * @param source what the sample is called in messages
 */
public record SamplePartitioner(String source, KeySample sample) implements Partitioner {
  /** A partition's share is known to about ten percent with this many keys of the sample in it. */
  private static final int ENOUGH_KEYS = 100;

  @Override
  public String name() {
    return "sample";
  }

  @Override
  public Splits split(int partitions, long rows) {
    if (sample.distinct() < partitions) {
      throw new InvalidValue(
          "%s: has %,d different keys of %,d, want at least %,d, one a partition. Give a larger sample, or fewer partitions by --partitions-per-node or --partitions."
              .formatted(source, sample.distinct(), sample.total(), partitions));
    }
    long bound = leastBound(partitions);
    int[] needed = partitionsNeeded(bound);
    List<RowKey> keys = new ArrayList<>();
    int from = 0;
    long remaining = sample.total();
    long largest = 0;
    for (int left = partitions; left > 0; left--) {
      int end = end(from, left, remaining, bound, needed);
      long taken = 0;
      for (int i = from; i < end; i++) {
        taken += sample.weight(i);
      }
      largest = Math.max(largest, taken);
      remaining -= taken;
      from = end;
      if (left > 1) {
        keys.add(sample.key(end).shortestAfter(sample.key(end - 1)));
      }
    }
    return new Splits(keys, Ratio.share(largest, sample.total()));
  }

  /**
   * The index after the last key of the next partition. The partition is as near to its fair part
   * as possible while the rest stays within the bound and each later partition gets a key.
   */
  private int end(int from, int left, long remaining, long bound, int[] needed) {
    if (left == 1) {
      return sample.distinct();
    }
    int last = sample.distinct() - (left - 1);
    double fair = (double) remaining / left;
    long taken = 0;
    int best = -1;
    double bestOff = Double.MAX_VALUE;
    for (int end = from + 1; end <= last; end++) {
      taken += sample.weight(end - 1);
      if (taken > bound) {
        break;
      }
      double off = Math.abs(taken - fair);
      if (needed[end] <= left - 1 && off < bestOff) {
        best = end;
        bestOff = off;
      } else if (best > 0 && taken > fair) {
        break;
      }
    }
    if (best < 0) {
      throw new IllegalStateException("the bound %d cannot be kept".formatted(bound));
    }
    return best;
  }

  /** The least size of the largest partition, in draws. */
  private long leastBound(int partitions) {
    long low = (sample.total() + partitions - 1) / partitions;
    for (int i = 0; i < sample.distinct(); i++) {
      low = Math.max(low, sample.weight(i));
    }
    long high = sample.total();
    while (low < high) {
      long middle = (low + high) >>> 1;
      if (partitionsNeeded(middle)[0] <= partitions) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  /** For each key, how many partitions of at most the bound hold that key and all after it. */
  private int[] partitionsNeeded(long bound) {
    int count = sample.distinct();
    int[] needed = new int[count + 1];
    int end = count;
    long taken = 0;
    for (int from = count - 1; from >= 0; from--) {
      taken += sample.weight(from);
      while (taken > bound) {
        end--;
        taken -= sample.weight(end);
      }
      needed[from] = 1 + needed[end];
    }
    return needed;
  }

  @Override
  public List<Sentence> remarks(int partitions) {
    List<Sentence> remarks = new ArrayList<>();
    double each = (double) sample.distinct() / partitions;
    if (each < ENOUGH_KEYS) {
      remarks.add(
          Sentence.of(
              "%s has %,d different keys, %.0f a {partition}: shares are known to about %.0f %%,"
                  + " and %,d keys would make that 10 %%.",
              source,
              sample.distinct(),
              each,
              100 / Math.sqrt(each),
              (long) ENOUGH_KEYS * partitions));
    }
    if (sample.duplicates() > 0) {
      remarks.add(
          Sentence.of(
              "%s has duplicates, %s of its keys: such rows are written more than once and stay one"
                  + " row. They were weighed as often as they come.",
              source, Ratio.share(sample.duplicates(), sample.total())));
    }
    return remarks;
  }
}
