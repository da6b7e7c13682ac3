package io.proteus.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.port.PortException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OnlineSettingTest {

  @ParameterizedTest
  @CsvSource({
    "compaction_throughput, 0, 0",
    "compaction_throughput, 33554432, 32",
    "concurrent_compactors, 3, 3",
    "max_hint_window, 3600000, 3600000",
  })
  void aValueIsTakenInTheUnitOfTheNodeAndToldInThatOfTheCatalogue(
      String key, String value, int taken) throws PortException {
    OnlineSetting setting = OnlineSetting.of(key);

    assertThat(setting.taken(value)).isEqualTo(taken);
    assertThat(setting.text(taken)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "compaction_throughput | 64MiB/s | whole MiB",
        "compaction_throughput | 1048577 | whole MiB",
        "stream_throughput_outbound | -1048576 | whole MiB",
        "stream_throughput_outbound | 9223372036854775807 | whole MiB",
        "concurrent_compactors | 0 | a whole number from 1 to 2147483647",
        "max_hint_window | 2147483648 | a whole number from 0 to 2147483647",
      })
  void aValueThatNoNodeTakesIsNamedWithWhatIsWanted(String key, String value, String want) {
    assertThatThrownBy(() -> OnlineSetting.of(key).taken(value))
        .isInstanceOf(PortException.class)
        .hasMessageContainingAll(key + ": want", want, "got " + value);
  }

  @Test
  void aKeyThatNeedsARestartIsNamedWithThoseThatDoNot() {
    assertThatThrownBy(() -> OnlineSetting.of("memtable_heap_space"))
        .isInstanceOf(PortException.class)
        .hasMessageContainingAll("memtable_heap_space", "Want one of", "concurrent_compactors");
  }
}
