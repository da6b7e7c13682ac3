package io.proteus.core.strategy.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.fixture.Figures;
import io.proteus.core.fixture.Seeds;
import io.proteus.core.units.ByteSize;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeapByUseTest {
  private static final MemorySplit HALF_AND_HALF = MemorySplit.of(0.4, 0.4);
  private static final ByteSize HEAP = ByteSize.ofMegabytes(1024L * 10);

  private static HeapByUse holding(double reads, double writes, int partitions, ByteSize each) {
    HeapByUse use = new HeapByUse(Figures.MEMORY);
    for (int index = 0; index < partitions; index++) {
      use.holds(new RequestRates(reads, 0, writes), each, null);
    }
    return use;
  }

  @Test
  void whatIsEnoughForBothStays() {
    assertThat(holding(1000, 1000, 3, ByteSize.ofMegabytes(1024L * 1)).split(HALF_AND_HALF, HEAP))
        .isEqualTo(HALF_AND_HALF);
    assertThat(new HeapByUse(Figures.MEMORY).split(HALF_AND_HALF, HEAP)).isEqualTo(HALF_AND_HALF);
  }

  @Test
  void theCacheGetsAllButWhatFlushesNeedWhereNotAllThatIsReadFits() {
    // ten written partitions buffer 640 MB, which is less than a tenth of the heap
    assertThat(holding(1000, 1000, 10, ByteSize.ofMegabytes(1024L * 2)).split(HALF_AND_HALF, HEAP))
        .isEqualTo(MemorySplit.of(0.7, 0.1));
    // and fifty 3.1 GB
    assertThat(holding(1000, 1000, 50, ByteSize.ofMegabytes(1024L * 2)).split(HALF_AND_HALF, HEAP))
        .isEqualTo(MemorySplit.of(0.49, 0.31));
  }

  @Test
  void theWriteBufferTakesNoMoreThanHalfFromWhatIsRead() {
    assertThat(
            holding(1000, 1000, 200, ByteSize.ofMegabytes(1024L * 2))
                .split(MemorySplit.of(0.6, 0.2), HEAP))
        .isEqualTo(MemorySplit.of(0.4, 0.4));
  }

  @Test
  void whereNothingIsReadTheCacheKeepsTheLeast() {
    assertThat(holding(0, 1000, 100, ByteSize.ofMegabytes(1024L * 2)).split(HALF_AND_HALF, HEAP))
        .isEqualTo(MemorySplit.of(0.1, 0.7));
  }

  @Test
  void whatIsSeldomReadOfALargePartitionIsSmall() {
    // 1 op/s reads at most 600 blocks of 64 KB in ten minutes
    assertThat(holding(1, 0, 10, ByteSize.ofMegabytes(1024L * 20)).read())
        .isEqualTo(ByteSize.ofKilobytes(10 * 600 * 64));
    assertThat(holding(1, 0, 10, ByteSize.ofMegabytes(1024L * 20)).split(HALF_AND_HALF, HEAP))
        .isEqualTo(HALF_AND_HALF);
  }

  @Test
  void blocksCountAsLargeAsTheyAre() {
    HeapByUse use = new HeapByUse(Figures.MEMORY);
    use.holds(
        new RequestRates(1, 1, 0), ByteSize.ofMegabytes(1024L * 1), ByteSize.ofKilobytes(128));

    assertThat(use.read()).isEqualTo(ByteSize.ofKilobytes(2 * 600 * 128));
  }

  @Test
  void aFewPercentAreNotWorthIt() {
    // 4.2 GB of which the cache's 4 GB hold 3.6
    assertThat(
            holding(1000, 1000, 21, ByteSize.ofMegabytes(205))
                .split(MemorySplit.of(0.45, 0.15), HEAP))
        .isEqualTo(MemorySplit.of(0.45, 0.15));
  }

  @Test
  void bothKeepWhatTheyHaveTogetherAndTheLeastEach() {
    Seeds.forAll(200, HeapByUseTest::keepsBoth);
  }

  private static void keepsBoth(long seed) {
    Random random = new Random(seed);
    HeapByUse use = new HeapByUse(Figures.MEMORY);
    for (int index = random.nextInt(60); index > 0; index--) {
      use.holds(
          new RequestRates(
              random.nextDouble() * 500, random.nextDouble() * 9, random.nextDouble() * 500),
          ByteSize.ofMegabytes(random.nextInt(4000)),
          random.nextBoolean() ? null : ByteSize.ofKilobytes(32));
    }
    MemorySplit present =
        MemorySplit.of(0.1 + random.nextDouble() * 0.3, 0.1 + random.nextDouble() * 0.3);
    ByteSize heap = ByteSize.ofMegabytes(1024L * (1 + random.nextInt(30)));

    MemorySplit split = use.split(present, heap);

    assertThat(split.sum().value())
        .as("%s", split)
        .isBetween(present.sum().value() - 1e-5, present.sum().value() + 1e-5);
    assertThat(split.readCache().value()).as("%s", split).isGreaterThan(0.0949);
    assertThat(split.writeBuffer().value()).as("%s", split).isGreaterThan(0.0949);
    assertThat(use.split(split, heap).isAbout(split))
        .as("once is enough: %s, then %s", split, use.split(split, heap))
        .isTrue();
  }
}
