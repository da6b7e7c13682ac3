package io.proteus.core.bulkload;

import static io.proteus.core.bulkload.Keys.key;
import static io.proteus.core.bulkload.Keys.keys;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.RowKey;
import io.proteus.core.fixture.Seeds;
import io.proteus.core.units.InvalidValue;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KnownDistributionsTest {
  private static final byte[] NONE = {};

  @Test
  void decimalKeysAreSplitByTheirFirstDigits() {
    Splits splits = UniformPartitioner.decimal(new byte[] {'u'}).split(4, 1000);

    assertThat(splits.keys()).containsExactly(key("u2500"), key("u5000"), key("u7500"));
  }

  @Test
  void hashedKeysAreSplitOverAllBytes() {
    Splits splits = UniformPartitioner.bytes(NONE).split(2, 1000);

    assertThat(splits.keys()).containsExactly(RowKey.of(new byte[] {(byte) 0x80, 0}));
    assertThat(splits.keys().get(0).toString()).isEqualTo("\\x80\\x00");
  }

  @Test
  void evenSplitsAreAscendingAndEvenWhateverTheirNumber() {
    Seeds.forAll(
        300,
        seed -> {
          Random random = new Random(seed);
          int partitions = 1 + random.nextInt(3000);
          List<UniformPartitioner> all =
              List.of(
                  UniformPartitioner.bytes(NONE),
                  UniformPartitioner.hex(NONE),
                  UniformPartitioner.decimal(NONE));

          Splits splits = all.get(random.nextInt(3)).split(partitions, 1);

          assertThat(splits.partitions()).isEqualTo(partitions);
          assertThat(splits.imbalance()).isBetween(1 - 1e-9, 1.002);
        });
  }

  @Test
  void sequentialKeysAreSplitByTheirNumbers() {
    assertThat(SequentialPartitioner.of(NONE, 0).split(3, 1000).keys())
        .containsExactly(key("333"), key("666"));
    assertThat(SequentialPartitioner.of(NONE, 10).split(2, 1000).keys())
        .containsExactly(key("0000000500"));
    assertThat(SequentialPartitioner.of(NONE, 0).remarks(3))
        .singleElement()
        .asString()
        .contains("one partition at a time");
  }

  @Test
  void aWidthThatIsTooSmallForTheRowsIsRefused() {
    assertThatThrownBy(() -> SequentialPartitioner.of(NONE, 3).split(2, 1_000_000))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("--key-width: want at least 6 digits");
  }

  @Test
  void givenSplitsMustBeAscendingAndDifferent() {
    assertThat(new GivenSplits("--splits s.txt", keys("a", "b")).split(3, 10).keys()).hasSize(2);
    assertThatThrownBy(() -> new GivenSplits("--splits s.txt", keys("b", "a")))
        .hasMessageContaining("got b before a");
    assertThatThrownBy(() -> new GivenSplits("--splits s.txt", keys("a", "a")))
        .isInstanceOf(InvalidValue.class);
    assertThat(new GivenSplits("table users", List.of()).split(1, 10).partitions()).isEqualTo(1);
  }
}
