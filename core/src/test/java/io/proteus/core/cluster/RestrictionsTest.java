package io.proteus.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.units.InvalidValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RestrictionsTest {
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final NodeId NEW = NodeId.planned(1);
  private static final TableId FAST = new TableId("fast");
  private static final TableId OTHER = new TableId("other");
  private static final Restrictions DIVIDED =
      Restrictions.ofPools(
          new Pool("ssd", List.of(RS1), List.of(FAST), false),
          new Pool("default", List.of(RS2), List.of(OTHER), true));

  @Test
  void aNodeMayHoldTheTablesOfItsPoolAlone() {
    assertThat(DIVIDED.mayHold(RS1, FAST)).isTrue();
    assertThat(DIVIDED.mayHold(RS2, FAST)).isFalse();
    assertThat(DIVIDED.mayHold(RS1, OTHER)).isFalse();
    assertThat(DIVIDED.lookup().test(RS2, OTHER)).isTrue();
    assertThat(DIVIDED.lookup().test(RS1, OTHER)).isFalse();
  }

  @Test
  void aNewNodeBelongsToThePoolThatTakesIt() {
    assertThat(DIVIDED.mayHold(NEW, OTHER)).isTrue();
    assertThat(DIVIDED.mayHold(NEW, FAST)).isFalse();
  }

  @Test
  void whereThereAreNoPoolsEveryNodeMayHoldEverything() {
    assertThat(Restrictions.NONE.mayHold(RS1, FAST)).isTrue();
    assertThat(Restrictions.NONE.lookup().test(RS1, FAST)).isTrue();
    assertThat(Restrictions.NONE.areDivided()).isFalse();
  }

  @Test
  void aNodeOrATableIsInOnePool() {
    Pool one = new Pool("one", List.of(RS1), List.of(FAST), false);

    assertThatThrownBy(
            () -> Restrictions.ofPools(one, new Pool("two", List.of(RS1), List.of(), true)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("want each node in one pool");
    assertThatThrownBy(
            () -> Restrictions.ofPools(one, new Pool("two", List.of(), List.of(FAST), true)))
        .hasMessageContaining("want each table in one pool");
  }

  @Test
  void aCompactionThatTheStoreWouldIgnoreSaysWhy() {
    Restrictions rules =
        Restrictions.of(List.of(), Map.of(FAST, "it is read only"), Map.of(RS2, "off"), Map.of());

    assertThat(rules.ignoresCompaction(FAST, RS1))
        .hasToString("Optional[the store does not compact fast: it is read only]");
    assertThat(rules.ignoresCompaction(OTHER, RS2))
        .hasToString("Optional[the store does not compact on rs2: off]");
    assertThat(rules.ignoresCompaction(OTHER, RS1)).isEmpty();
    assertThat(rules.without(Set.of(FAST)).ignoresCompaction(FAST, RS1)).isEmpty();
  }

  @Test
  void aNodeThatOperatorsDrainMayHoldNothing() {
    Restrictions rules = DIVIDED.draining(Map.of(RS1, "it is decommissioned"));

    assertThat(DIVIDED.mayHold(RS1, FAST)).isTrue();
    assertThat(rules.mayHold(RS1, FAST)).isFalse();
    assertThat(rules.lookup().test(RS1, FAST)).isFalse();
    assertThat(Restrictions.NONE.draining(Map.of(RS1, "so")).lookup().test(RS1, FAST)).isFalse();
    assertThat(rules.without(Set.of(FAST)).leavingIn(null).takingBack(Map.of()).keepsEmpty(RS1))
        .hasToString("Optional[operators let nothing be put on rs1: it is decommissioned]");
    assertThat(rules.keepsEmpty(RS2)).isEmpty();
  }

  @Test
  void keysAreShownEscapedAndCut() {
    RowKey odd = RowKey.of(new byte[] {'a', 0, (byte) 0xff, '\n'});
    RowKey endless = RowKey.of("z".repeat(10_000).getBytes(StandardCharsets.US_ASCII));

    assertThat(new KeyRange(odd, endless).shown())
        .isEqualTo("a\\x00\\xFF\\x0A..%s…".formatted("z".repeat(31)));
    assertThat(new KeyRange(null, odd).shown()).isEqualTo("..a\\x00\\xFF\\x0A");
  }
}
