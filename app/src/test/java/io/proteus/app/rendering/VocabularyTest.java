package io.proteus.app.rendering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VocabularyTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          start a node, 4 in all, with cache 55 %, write buffer 10 % | start a RegionServer, 4 in all, with block cache 55 %, memstore 10 %
          3 partitions are in transition, p-1 among them             | 3 regions are in transition, p-1 among them
          1 of 2 nodes are over 60 % CPU: rs1                        | 1 of 2 RegionServers are over 60 % CPU: rs1
          read: 21 partitions on 1 nodes                             | read: 21 regions on 1 RegionServer
          move 1a2b of my:node (1 GB) from node-1:16020 to a.cache   | move 1a2b of my:node (1 GB) from node-1:16020 to a.cache
          """)
  void coresWordsBecomeTheEnginesAndNamesStayAsTheyAre(String core, String engine) {
    assertThat(Vocabulary.HBASE.say(core)).isEqualTo(engine);
  }

  @Test
  void anEngineThatNobodyKnowsHasNoWords() {
    assertThat(Vocabulary.of("hbase")).isEqualTo(Vocabulary.HBASE);
    assertThatThrownBy(() -> Vocabulary.of("papyrus")).hasMessageContaining("'papyrus'");
  }
}
