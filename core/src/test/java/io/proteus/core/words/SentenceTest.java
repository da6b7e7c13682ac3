package io.proteus.core.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import org.junit.jupiter.api.Test;

class SentenceTest {
  private static final Words SLOTS =
      new Words(
          "a store of slots",
          new Noun("primary", "primaries"),
          new Noun("hash slot range", "hash slot ranges"),
          new Noun("keyspace", "keyspaces"),
          new Noun("page cache", "page caches"),
          new Noun("output buffer", "output buffers"));

  @Test
  void aTermIsSaidInTheWordsOfTheStore() {
    Sentence sentence =
        Sentence.of(
            "{partitions} of a {table} are on one {node}, with its {cache} and {write buffer}");

    assertThat(sentence)
        .hasToString("partitions of a table are on one node, with its cache and write buffer");
    assertThat(sentence.in(SLOTS))
        .isEqualTo(
            "hash slot ranges of a keyspace are on one primary, with its page cache and output"
                + " buffer");
  }

  @Test
  void aCountDecidesBetweenSingularAndPlural() {
    String template = "{%d nodes} {is|are} over %s CPU, {%,d new partitions} wait";

    assertThat(Sentence.of(template, 1, Ratio.of(0.6), 1))
        .hasToString("1 node is over 60 % CPU, 1 new partition wait");
    assertThat(Sentence.of(template, 0, Ratio.of(0.6), 12_345).in(SLOTS))
        .isEqualTo("0 primaries are over 60 % CPU, 12,345 new hash slot ranges wait");
    assertThat(Sentence.of("%d {sample|samples}", 1)).hasToString("1 sample");
    assertThat(Sentence.of("%d of {%d nodes} {is|are} over %d of %d", 1, 5, 2, 3))
        .as("who is over it is one, of however many")
        .hasToString("1 of 5 nodes is over 2 of 3");
  }

  @Test
  void aCapitalStays() {
    assertThat(Sentence.of("{Nodes} wait").in(SLOTS)).isEqualTo("Primaries wait");
  }

  @Test
  void namesAreNeverTakenForTerms() {
    Sentence sentence =
        Sentence.of(
            "%s of %s is on %s: %s",
            "{node}", new TableId("cache"), new NodeId("node:partition"), "%d of {nodes}");

    assertThat(sentence.in(SLOTS))
        .isEqualTo("{node} of cache is on node:partition: %d of {nodes}")
        .isEqualTo(sentence.toString());
    assertThat(Sentence.verbatim("100 % of {nodes}").in(SLOTS)).isEqualTo("100 % of {nodes}");
  }

  @Test
  void aSentenceWithinASentenceIsSaidInTheSameWords() {
    Sentence inner = Sentence.of("{%d nodes} wait", 1);

    assertThat(Sentence.of("%s, as %s", inner, "told").in(SLOTS))
        .isEqualTo("1 primary wait, as told");
  }

  @Test
  void argumentsKeepTheirTypes() {
    assertThat(
            Sentence.of(
                    "%d %.1f %s %s %s %s",
                    1, 2.5f, new NodeId("rs1"), ByteSize.ofMegabytes(1), Ratio.ONE, "text")
                .arguments())
        .containsExactly(
            1L,
            2.5,
            new Sentence.Name(Term.NODE, "rs1"),
            ByteSize.ofMegabytes(1),
            Ratio.ONE,
            "text");
  }

  @Test
  void aTemplateWithoutItsArgumentsIsRefused() {
    assertThatThrownBy(() -> Sentence.of("{%d nodes} wait"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("{%d nodes} wait");
    assertThatThrownBy(() -> Sentence.of("%d nodes wait", "two"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
