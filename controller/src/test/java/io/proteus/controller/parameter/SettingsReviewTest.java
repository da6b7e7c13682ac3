package io.proteus.controller.parameter;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.parameter.ReportedValue;
import io.proteus.core.parameter.TableReport;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsReviewTest {
  private static final NodeId ONE = new NodeId("one:1");
  private static final NodeId TWO = new NodeId("two:1");
  private static final NodeId THREE = new NodeId("three:1");
  private static final TableId TABLE = new TableId("t");

  private static NodeReport node(String... keysAndValues) {
    Map<String, ReportedValue> values = new HashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      values.put(keysAndValues[i], new ReportedValue(keysAndValues[i + 1], "site.xml"));
    }
    return new NodeReport("2.3", Map.of("heap", BigDecimal.valueOf(8 << 20)), values, null);
  }

  private static SettingsReview review(
      Map<NodeId, NodeReport> nodes, Map<TableId, TableReport> tables) {
    return new SettingsReview(CatalogueFileTest.small(), nodes, tables);
  }

  private static List<ParameterRow> rows(List<ParameterRow> rows, String name) {
    return rows.stream().filter(row -> row.parameter().name().equals(name)).toList();
  }

  @Test
  void nodesWithTheSameValueShareARowAndOthersHaveTheirOwn() {
    List<ParameterRow> cache =
        rows(
            review(Map.of(ONE, node(), TWO, node("store.cache", "0.5"), THREE, node()), Map.of())
                .ofNodes(),
            "cache");

    assertThat(cache).hasSize(2);
    assertThat(cache)
        .anySatisfy(
            row -> {
              assertThat(row.nodes()).containsExactly(ONE, THREE);
              assertThat(row.value()).isEqualTo("0.4");
              assertThat(row.origin()).isEqualTo("built in");
              assertThat(row.isChanged()).isFalse();
            })
        .anySatisfy(
            row -> {
              assertThat(row.nodes()).containsExactly(TWO);
              assertThat(row.value()).isEqualTo("0.5");
              assertThat(row.origin()).isEqualTo("site.xml");
              assertThat(row.isChanged()).isTrue();
            });
  }

  @Test
  void anOlderKeyCountsOnlyWhereThePresentOneIsNotSet() {
    assertThat(
            rows(
                review(
                        Map.of(
                            ONE, node("old.cache", "0.3"),
                            TWO, node("old.cache", "0.3", "store.cache", "0.6")),
                        Map.of())
                    .ofNodes(),
                "cache"))
        .extracting(ParameterRow::value)
        .containsExactlyInAnyOrder("0.3", "0.6");
  }

  @Test
  void whatIsRecommendedFollowsFromTheHeap() {
    ParameterRow buffer = rows(review(Map.of(ONE, node()), Map.of()).ofNodes(), "buffer").get(0);

    assertThat(buffer.recommended()).isEqualTo("1048576");
    assertThat(buffer.recommendedBy()).isEqualTo("somebody");
    assertThat(buffer.isUnlikeRecommended()).isFalse();
    assertThat(
            rows(review(Map.of(ONE, node("store.buffer", "5")), Map.of()).ofNodes(), "buffer")
                .get(0)
                .isUnlikeRecommended())
        .isTrue();
  }

  @Test
  void aNodeThatDoesNotTellIsUnknownAndNotAtItsDefault() {
    NodeReport silent = new NodeReport("2.3", Map.of(), Map.of(), "nothing answers");
    SettingsReview review = review(Map.of(ONE, silent), Map.of());

    ParameterRow cache = rows(review.ofNodes(), "cache").get(0);
    assertThat(cache.value()).isNull();
    assertThat(cache.origin()).isEqualTo("not known: nothing answers");
    assertThat(cache.isChanged()).isFalse();
    assertThat(review.gaps()).containsEntry(ONE, "nothing answers");
    assertThat(review.findings()).isEmpty();
  }

  @Test
  void aVersionThatTheCatalogueDoesNotKnowHasNoDefaults() {
    NodeReport strange = new NodeReport("9.0", Map.of(), Map.of(), null);

    ParameterRow cache = rows(review(Map.of(ONE, strange), Map.of()).ofNodes(), "cache").get(0);
    assertThat(cache.value()).isNull();
    assertThat(cache.usual()).isNull();
  }

  @Test
  void aColumnFamilyWinsOverItsTableAndThatOverTheNode() {
    TableReport both =
        new TableReport(
            Map.of("BUFFER", "100"), Map.of("f", Map.of("store.buffer", "200"), "g", Map.of()));
    List<ParameterRow> buffers =
        rows(
            review(Map.of(ONE, node("store.buffer", "300")), Map.of(TABLE, both)).ofTable(TABLE),
            "buffer");

    assertThat(buffers).extracting(ParameterRow::subject).containsExactly("t.f", "t.g");
    assertThat(buffers).extracting(ParameterRow::value).containsExactly("200", "100");
    assertThat(buffers)
        .extracting(ParameterRow::origin)
        .containsExactly("column family f", "table t");
    assertThat(
            rows(
                    review(
                            Map.of(ONE, node("store.buffer", "300")),
                            Map.of(TABLE, new TableReport(Map.of(), Map.of("f", Map.of()))))
                        .ofTable(TABLE),
                    "buffer")
                .get(0)
                .origin())
        .isEqualTo("site.xml");
  }

  @Test
  void aContradictionNamesTheNodesAndTheValues() {
    Finding finding =
        review(
                Map.of(
                    ONE,
                    node("store.cache", "0.8"),
                    TWO,
                    node(),
                    THREE,
                    node("store.cache", "0.8")),
                Map.of())
            .findings()
            .get(0);

    assertThat(finding.rule()).isEqualTo("too-much");
    assertThat(finding.nodes()).containsExactly(ONE, THREE);
    assertThat(finding.sentence()).isEqualTo("cache 0.8 and buffer 1 MB of 8 MB");
  }

  @Test
  void aTableIsJudgedOnlyByWhatItSetsItself() {
    TableReport plain = new TableReport(Map.of(), Map.of("f", Map.of()));
    TableReport large = new TableReport(Map.of("BUFFER", "7340032"), Map.of("f", Map.of()));

    assertThat(review(Map.of(ONE, node("store.cache", "0.8")), Map.of(TABLE, plain)).findings())
        .extracting(Finding::subject)
        .containsExactly("");
    assertThat(review(Map.of(ONE, node()), Map.of(TABLE, large)).findings())
        .extracting(Finding::subject)
        .containsExactly("t.f");
  }

  @Test
  void whatCannotBeReadOrIsOutOfRangeIsSaid() {
    assertThat(review(Map.of(ONE, node("store.cache", "half")), Map.of()).findings())
        .extracting(Finding::sentence)
        .containsExactly("store.cache: want share, got 'half' (site.xml).");
    assertThat(review(Map.of(ONE, node("store.cache", "1.5")), Map.of()).findings())
        .extracting(Finding::rule)
        .contains("range");
  }
}
