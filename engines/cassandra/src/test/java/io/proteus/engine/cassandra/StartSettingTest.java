package io.proteus.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.PortException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How nodes' files have what plans have in the catalogue's units. */
class StartSettingTest {

  @Test
  void sizesAreInWholeMibAndTheRestIsAsItIs() throws PortException {
    SettingsChange change =
        SettingsChange.of(
            Map.of(
                "memtable_heap_space", "134217728",
                "concurrent_reads", "16",
                "file_cache_enabled", "true",
                "hinted_handoff_throttle", "1024KiB"),
            List.of("row_cache_size"));

    assertThat(StartSetting.written(change))
        .isEqualTo(
            SettingsChange.of(
                Map.of(
                    "memtable_heap_space", "128MiB",
                    "concurrent_reads", "16",
                    "file_cache_enabled", "true",
                    "hinted_handoff_throttle", "1024KiB"),
                List.of("row_cache_size")));
  }

  @ParameterizedTest
  @CsvSource({
    "memtable_heap_space, 1000000, whole MiB",
    "memtable_heap_space, 0, 1 or more",
    "file_cache_size, 64MiB, whole MiB",
    "file_cache_size, -1, whole MiB",
    "concurrent_reads, 1, 2 or more",
    "concurrent_reads, many, a whole number",
    "file_cache_enabled, yes, 'true, false'",
    "memtable_allocation_type, heap, heap_buffers"
  })
  void whatNoNodeStartsWithIsRefusedBeforeOneEnds(String key, String value, String wanted) {
    assertThatThrownBy(() -> StartSetting.written(SettingsChange.setting(Map.of(key, value))))
        .isInstanceOf(PortException.class)
        .hasMessageContainingAll(key, wanted, "got " + value, "No node is started with it");
  }
}
