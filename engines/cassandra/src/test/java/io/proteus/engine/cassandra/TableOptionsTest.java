package io.proteus.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.TableSettings;
import io.proteus.core.port.PortException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableOptionsTest {

  @Test
  void aMapIsOneValueWithItsClassFirstAndShort() throws PortException {
    String told =
        TableOptions.text(
            Map.of(
                "scaling_parameters", "T4, L4",
                "class", "org.apache.cassandra.db.compaction.UnifiedCompactionStrategy",
                "target_sstable_size", "1GiB"));

    assertThat(told)
        .isEqualTo(
            "{'class': 'UnifiedCompactionStrategy', 'scaling_parameters': 'T4, L4', 'target_sstable_size': '1GiB'}");
    assertThat(TableOptions.assignment("compaction", told)).isEqualTo("compaction = " + told);
  }

  @Test
  void aClassOfSomebodyElseKeepsItsPackage() {
    assertThat(TableOptions.text(Map.of("class", "org.example.Mine")))
        .isEqualTo("{'class': 'org.example.Mine'}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "comment | x | want one of",
        "speculative_retry | 99p' AND comment = 'x | want a word",
        "gc_grace_seconds | 0 AND comment = 'x' | want a number",
        "gc_grace_seconds | -1 | want a number",
        "compression | {'class': 'LZ4Compressor'} AND comment = {'x': 'y'} | want a map",
        "compression | LZ4Compressor | want a map",
        "compaction | {'class': 'a' 'b': 'c'} | want a map",
      })
  void nothingButAnOptionOfItsKindGetsThrough(String key, String value, String says) {
    assertThatThrownBy(() -> TableOptions.assignment(key, value))
        .isInstanceOf(PortException.class)
        .hasMessageContainingAll(key, says);
  }

  @Test
  void whatATableHasOtherwiseThanByItselfIsSetByHand() {
    Map<String, String> byHand =
        Map.of("gc_grace_seconds", "3600", "bloom_filter_fp_chance", "0.01");

    assertThat(
            TableOptions.setByHand(
                TableSettings.of(Map.of(), Map.of("a", TableOptions.USUAL, "b", byHand))))
        .containsExactly("gc_grace_seconds");
  }
}
