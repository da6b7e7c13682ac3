package io.proteus.workloads.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowChooserTest {
  private static final int DRAWS = 200_000;
  private static final int WORKERS = 10;

  /** Five standard errors of a share near 1/3 after all workers' draws. */
  private static final double TOLERANCE = 5 * Math.sqrt(0.25 / DRAWS);

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 42, 20_110_511})
  void aTenantsPartitionsGetTheSharesOfThePaper(long seed) {
    for (ToIntFunction<RowChooser> draw :
        List.<ToIntFunction<RowChooser>>of(
            RowChooser::rowToRead, RowChooser::rowToWrite, RowChooser::rowToInsert)) {
      KeySpace keys = KeySpace.of(MetTenants.e(), 10_007);

      double[] shares = sharesOfPartitions(keys, seed, draw);

      for (int partition = 0; partition < shares.length; partition++) {
        assertThat(shares[partition])
            .as("share of partition %d with seed %d: %s", partition, seed, Arrays.toString(shares))
            .isCloseTo(MetTenants.HOTSPOT.get(partition), within(TOLERANCE));
      }
    }
  }

  @Test
  void requestsSpreadEvenlyWithinAPartition() {
    var keys = new KeySpace(1, 100, 0);
    RowChooser rows = chooser(keys, List.of(1.0), 0, 1, 7);
    int[] hits = new int[100];
    for (int i = 0; i < DRAWS; i++) {
      hits[rows.rowToRead()]++;
    }
    assertThat(Arrays.stream(hits).boxed())
        .allSatisfy(count -> assertThat(count).isBetween(1700, 2300));
  }

  @Test
  void aRowIsWrittenByOneWorkerOnly() {
    KeySpace keys = KeySpace.of(MetTenants.e(), 4_003);
    for (int worker = 0; worker < WORKERS; worker++) {
      RowChooser rows = chooser(keys, MetTenants.HOTSPOT, worker, WORKERS, worker);
      for (int i = 0; i < 2_000; i++) {
        assertThat(rows.rowToWrite() % WORKERS).isEqualTo(worker);
        assertThat(rows.rowToInsert() % WORKERS).isEqualTo(worker);
      }
    }
  }

  @Test
  void readsAndUpdatesStayAmongLoadedRowsAndInsertsAmongTheRing() {
    KeySpace keys = KeySpace.of(MetTenants.e(), 4_003);
    RowChooser rows = chooser(keys, MetTenants.HOTSPOT, 3, WORKERS, 5);
    for (int i = 0; i < 20_000; i++) {
      assertThat(keys.isLoaded(rows.rowToRead())).isTrue();
      assertThat(keys.isLoaded(rows.rowToWrite())).isTrue();
      assertThat(keys.isLoaded(rows.rowToInsert())).isFalse();
    }
  }

  @Test
  void theLogInsertsInSequenceAndBeginsAgainWhenItsRingIsFull() {
    var keys = new KeySpace(1, 10, 4);
    RowChooser rows = chooser(keys, List.of(1.0), 1, 2, 5);
    IntSupplier next = rows::rowToInsert;

    assertThat(List.of(next.getAsInt(), next.getAsInt(), next.getAsInt()))
        .containsExactly(11, 13, 11);
  }

  @Test
  void tooFewRowsForItsThreadsAreRefused() {
    assertThatThrownBy(() -> chooser(new KeySpace(1, 9, 0), List.of(1.0), 0, WORKERS, 1))
        .hasMessageContaining("more rows or fewer threads");
  }

  /** The hottest row's share is 1 over the harmonic number: 14 % of 1,000 rows, 4 % of 2^31. */
  @Test
  void someRowsAreAskedForFarMoreOftenAndLieAllOverTheKeys() {
    int[] latest = readsByRow(RowDistribution.LATEST);
    int[] zipfian = readsByRow(RowDistribution.ZIPFIAN);

    assertThat(Arrays.stream(latest).max().orElseThrow() / (double) DRAWS)
        .isCloseTo(0.131, within(0.01));
    assertThat(Arrays.stream(zipfian).max().orElseThrow() / (double) DRAWS)
        .isCloseTo(0.040, within(0.01));
    assertThat(Arrays.stream(latest).filter(hits -> hits == 0)).isEmpty();
    for (int[] hits : List.of(latest, zipfian)) {
      for (int part = 0; part < 4; part++) {
        double share = Arrays.stream(hits, part * 250, (part + 1) * 250).sum() / (double) DRAWS;
        assertThat(share).as("share of partition %d", part).isBetween(0.15, 0.40);
      }
    }
  }

  private static int[] readsByRow(RowDistribution distribution) {
    KeySpace keys = new KeySpace(4, 250, 0);
    RowChooser rows =
        new RowChooser(
            keys, List.of(0.25, 0.25, 0.25, 0.25), 0, 1, distribution, new SplittableRandom(3));
    int[] hits = new int[keys.rows()];
    for (int i = 0; i < DRAWS; i++) {
      hits[rows.rowToRead()]++;
    }
    return hits;
  }

  @Test
  void aRowThatManyWriteIsStillWrittenByOneWorkerOnly() {
    KeySpace keys = new KeySpace(3, 251, 0);
    for (int worker = 0; worker < WORKERS; worker++) {
      RowChooser rows =
          new RowChooser(
              keys,
              Collections.nCopies(3, 1.0 / 3),
              worker,
              WORKERS,
              RowDistribution.ZIPFIAN,
              new SplittableRandom(worker));
      for (int i = 0; i < 5_000; i++) {
        int row = rows.rowToWrite();
        assertThat(row % WORKERS).isEqualTo(worker);
        assertThat(keys.isLoaded(row)).isTrue();
      }
    }
  }

  @Test
  void hotRowsWithinPartitionsOfUnequalSharesAreRefused() {
    assertThatThrownBy(
            () ->
                new RowChooser(
                    new KeySpace(2, 100, 0),
                    List.of(0.7, 0.3),
                    0,
                    1,
                    RowDistribution.LATEST,
                    new SplittableRandom(1)))
        .hasMessageContaining("equal shares")
        .hasMessageContaining("latest");
  }

  private static double[] sharesOfPartitions(
      KeySpace keys, long seed, ToIntFunction<RowChooser> draw) {
    double[] shares = new double[keys.partitions()];
    for (int worker = 0; worker < WORKERS; worker++) {
      RowChooser rows = chooser(keys, MetTenants.HOTSPOT, worker, WORKERS, seed + worker);
      for (int i = 0; i < DRAWS / WORKERS; i++) {
        shares[keys.partitionOf(draw.applyAsInt(rows))] += 1.0 / DRAWS;
      }
    }
    return shares;
  }

  private static RowChooser chooser(
      KeySpace keys, List<Double> shares, int worker, int workers, long seed) {
    return new RowChooser(
        keys, shares, worker, workers, RowDistribution.UNIFORM, new SplittableRandom(seed));
  }
}
