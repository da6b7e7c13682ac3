package io.proteus.workloads.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeySpaceTest {

  @Test
  void keysLieInTheOrderOfTheRowsAndNameThem() {
    KeySpace keys = KeySpace.of(MetTenants.e(), 1_001);
    for (int row = 1; row < keys.rows(); row++) {
      assertThat(keys.key(row)).isGreaterThan(keys.key(row - 1));
      assertThat(keys.row(keys.key(row))).isEqualTo(row);
    }
  }

  @Test
  void aTableIsSplitAtTheFirstRowOfEachPartitionButTheFirst() {
    var keys = new KeySpace(4, 90, 10);

    assertThat(keys.splitKeys()).containsExactly("0000000100", "0000000200", "0000000300");
    assertThat(keys.partitionOf(199)).isEqualTo(1);
    assertThat(keys.partitionOf(200)).isEqualTo(2);
  }

  @Test
  void eachPartitionHasItsPartOfTheInsertRingBehindItsLoadedRows() {
    var keys = new KeySpace(2, 8, 2);

    assertThat(keys.isLoaded(7)).isTrue();
    assertThat(keys.isLoaded(8)).isFalse();
    assertThat(keys.isLoaded(9)).isFalse();
    assertThat(keys.isLoaded(10)).isTrue();
  }

  @Test
  void rowsAreRoundedUpToWhatThePartitionsShareEvenly() {
    assertThat(KeySpace.of(MetTenants.a(), 1_001).loadedRows()).isEqualTo(1_004);
  }
}
