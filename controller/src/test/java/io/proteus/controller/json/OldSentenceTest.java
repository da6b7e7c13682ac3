package io.proteus.controller.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.words.Noun;
import io.proteus.core.words.Words;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OldSentenceTest {
  private static final Words RANGES =
      new Words(
          "a store of token ranges",
          new Noun("server", "servers"),
          new Noun("token range", "token ranges"),
          new Noun("table", "tables"),
          new Noun("chunk cache", "chunk caches"),
          new Noun("memtable", "memtables"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          start a node, 4 in all, with cache 55 %, write buffer 10 % | start a server, 4 in all, with chunk cache 55 %, memtable 10 %
          3 partitions are in transition, p-1 among them             | 3 token ranges are in transition, p-1 among them
          1 of 2 nodes are over 60 % CPU: rs1                        | 1 of 2 servers are over 60 % CPU: rs1
          read: 21 partitions on 1 nodes                             | read: 21 token ranges on 1 server
          move 1a2b of my:node (1 GB) from node-1:16020 to a.cache   | move 1a2b of my:node (1 GB) from node-1:16020 to a.cache
          """)
  void termsAreFoundInTheTextAndNamesStayAsTheyAre(String text, String shown) {
    assertThat(OldSentence.of(text).in(RANGES)).isEqualTo(shown);
  }

  @Test
  void aReasonOfAnOldJournalIsReadWithItsTerms() throws UnreadableJson {
    String old =
        """
        {"code":"GROW","sentence":"from 1 to 2 nodes, 100 % of {what}","setting":"nodes.max"}\
        """;

    Reason reason = CoreJson.read(old, Reason.class);

    assertThat(reason.in(RANGES))
        .isEqualTo("GROW: from 1 to 2 servers, 100 % of {what} [nodes.max]");
  }

  @Test
  void aReasonOfTodayKeepsItsTemplateAndItsArguments() throws UnreadableJson {
    Reason reason = ReasonCode.GROW.because("nodes.max", "from %d to {%d nodes}", 1, 2);

    String json = CoreJson.text(reason);

    assertThat(json).contains("{\"template\":\"from %d to {%d nodes}\",\"arguments\":[1,2]}");
    assertThat(CoreJson.read(json, Reason.class)).isEqualTo(reason);
    assertThat(CoreJson.text(reason, RANGES)).contains("\"sentence\":\"from 1 to 2 servers\"");
  }
}
