package io.proteus.core.bulkload;

import static io.proteus.core.bulkload.Keys.key;
import static io.proteus.core.bulkload.Keys.keys;
import static io.proteus.core.bulkload.Keys.sampled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.cluster.RowKey;
import io.proteus.core.fixture.Seeds;
import io.proteus.core.units.InvalidValue;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** HCF-1. */
class SamplePartitionerTest {

  @Test
  void quantilesOfAnEvenSampleAreItsSplits() {
    Splits splits = sampled(keys("a", "b", "c", "d", "e", "f")).split(3, 1000);

    assertThat(splits.keys()).containsExactly(key("c"), key("e"));
    assertThat(splits.imbalance()).isEqualTo(1, within(1e-9));
  }

  @Test
  void aSplitIsNoLongerThanTellsItsNeighboursApart() {
    Splits splits = sampled(keys("user100000", "user299999")).split(2, 1000);

    assertThat(splits.keys()).containsExactly(key("user2"));
  }

  @Test
  void aSkewedSampleIsSplitWhereItsKeysAre() {
    Splits splits = sampled(keys("a", "ab", "ac", "ad", "ae", "z")).split(3, 1000);

    assertThat(splits.keys()).containsExactly(key("ac"), key("ae"));
  }

  @Test
  void fewerDifferentKeysThanPartitionsAreRefusedWithTheNextMove() {
    assertThatThrownBy(() -> sampled(keys("a", "b", "b", "b")).split(3, 1000))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("--sample keys.txt: has 2 different keys of 4, want at least 3")
        .hasMessageContaining("--partitions");
  }

  @Test
  void duplicatesAndASmallSampleAreSaid() {
    assertThat(sampled(keys("a", "b", "b", "b")).remarks(2))
        .anySatisfy(
            remark -> assertThat(remark).asString().contains("duplicates, 50 % of its keys"))
        .anySatisfy(
            remark -> assertThat(remark).asString().contains("2 different keys, 1 a partition"));
  }

  @Test
  void splitsAreAscendingAndEveryPartitionHasAKeyOfTheSample() {
    Seeds.forAll(
        2000,
        seed -> {
          Random random = new Random(seed);
          List<RowKey> drawn = Keys.drawn(random, 500, 60);
          KeySample sample = KeySample.of(drawn);
          int partitions = 1 + random.nextInt(sample.distinct());

          Splits splits = sampled(drawn).split(partitions, 1000);

          assertThat(splits.partitions()).isEqualTo(partitions);
          long[] sizes = sizes(splits, drawn);
          assertThat(Arrays.stream(sizes).min().orElseThrow()).isPositive();
          assertThat(Arrays.stream(sizes).max().orElseThrow() / (double) drawn.size())
              .isEqualTo(splits.expectedLargest().value(), within(1e-9));
        });
  }

  @Test
  void theLargestPartitionHasAtMostAFairShareAndOneKeys() {
    Seeds.forAll(
        2000,
        seed -> {
          Random random = new Random(seed);
          List<RowKey> drawn = Keys.drawn(random, 500, 60);
          KeySample sample = KeySample.of(drawn);
          int partitions = 1 + random.nextInt(sample.distinct());

          Splits splits = sampled(drawn).split(partitions, 1000);

          assertThat(splits.expectedLargest().value())
              .isLessThanOrEqualTo(1.0 / partitions + sample.heaviestShare().value() + 1e-9);
        });
  }

  @Test
  void noOtherSplitsHaveASmallerLargestPartition() {
    Seeds.forAll(
        500,
        seed -> {
          Random random = new Random(seed);
          List<RowKey> drawn = Keys.drawn(random, 60, 12);
          KeySample sample = KeySample.of(drawn);
          int partitions = 1 + random.nextInt(sample.distinct());

          Splits splits = sampled(drawn).split(partitions, 1000);

          assertThat(splits.expectedLargest().value() * drawn.size())
              .isEqualTo(leastLargest(sample, partitions), within(1e-6));
        });
  }

  private static long[] sizes(Splits splits, List<RowKey> drawn) {
    long[] sizes = new long[splits.partitions()];
    for (RowKey key : drawn) {
      int partition = 0;
      while (partition < splits.keys().size() && splits.keys().get(partition).compareTo(key) <= 0) {
        partition++;
      }
      sizes[partition]++;
    }
    return sizes;
  }

  /** By trying all, with as many partitions exactly. */
  private static long leastLargest(KeySample sample, int partitions) {
    int count = sample.distinct();
    long[] least = new long[count + 1];
    Arrays.fill(least, Long.MAX_VALUE);
    least[0] = 0;
    for (int p = 0; p < partitions; p++) {
      long[] next = new long[count + 1];
      Arrays.fill(next, Long.MAX_VALUE);
      for (int end = 1; end <= count; end++) {
        long taken = 0;
        for (int from = end - 1; from >= 0; from--) {
          taken += sample.weight(from);
          if (least[from] != Long.MAX_VALUE) {
            next[end] = Math.min(next[end], Math.max(least[from], taken));
          }
        }
      }
      least = next;
    }
    return least[count];
  }
}
