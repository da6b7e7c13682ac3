package io.proteus.workloads.tpcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** TPC-C's transactions on rows in memory (MET-17). */
class TpccTest {
  private static final Scale SMALL = new Scale(2, 3, 40, 200);

  private final RowsInMemory rows = new RowsInMemory();

  @BeforeEach
  void load() throws IOException {
    new Population(rows, SMALL, 1).load(warehouse -> {});
  }

  private Transactions terminal(int seed) {
    return new Transactions(rows, SMALL, new Draws(seed), 1, 2, "t" + seed);
  }

  @Test
  void whatWasLoadedIsConsistentAndAsLargeAsItsScale() throws IOException {
    Consistency found = Consistency.check(rows, SMALL);

    assertThat(found.violations()).isEmpty();
    assertThat(found.districts()).isEqualTo(6);
    assertThat(found.orders()).isEqualTo(6 * 40);
    assertThat(rows.size(Relation.STOCK)).isEqualTo(2 * 200);
    assertThat(rows.size(Relation.CUSTOMER)).isEqualTo(6 * 40);
    assertThat(rows.size(Relation.NEW_ORDER)).isEqualTo(6 * 12);
  }

  @Test
  void manyTerminalsAtOnceLeaveTheTablesConsistent() throws Exception {
    try (Terminals terminals = new Terminals(rows, SMALL, 8, 0, "first", 7)) {
      terminals.start();
      TpccWindow window = terminals.measure(Duration.ofSeconds(2));

      assertThat(window.failed()).isZero();
      assertThat(window.tpmC()).isPositive();
      assertThat(window.byType()).hasSize(5);
    }
    Consistency found = Consistency.check(rows, SMALL);

    assertThat(found.violations()).isEmpty();
    assertThat(found.orders()).isGreaterThan(6 * 40);
  }

  @Test
  void aPaymentReachesWarehouseDistrictAndHistory() throws IOException {
    long before = rows.get(Relation.WAREHOUSE, Keys.warehouse(1)).number("ytd");
    int history = rows.size(Relation.HISTORY);

    terminal(1).run(TransactionType.PAYMENT);

    assertThat(rows.get(Relation.WAREHOUSE, Keys.warehouse(1)).number("ytd"))
        .isBetween(before + 100, before + 500_000);
    assertThat(rows.size(Relation.HISTORY)).isEqualTo(history + 1);
    assertThat(Consistency.check(rows, SMALL).violations()).isEmpty();
  }

  @Test
  void aDeliveryTakesTheOldestOrderOfEachDistrictUntilThereIsNone() throws IOException {
    Transactions terminal = terminal(1);
    String oldest = Keys.order(1, 1, SMALL.firstUndelivered());

    terminal.run(TransactionType.DELIVERY);

    assertThat(rows.get(Relation.NEW_ORDER, oldest).isMissing()).isTrue();
    assertThat(rows.get(Relation.ORDER, oldest).has("carrier")).isTrue();
    assertThat(rows.size(Relation.NEW_ORDER)).isEqualTo(6 * 12 - 3);
    for (int i = 0; i < 20; i++) {
      terminal.run(TransactionType.DELIVERY);
    }
    assertThat(rows.size(Relation.NEW_ORDER)).isEqualTo(3 * 12);
    assertThat(Consistency.check(rows, SMALL).violations()).isEmpty();
  }

  @Test
  void oneNewOrderOfAHundredIsRolledBackAndLeavesNothing() throws IOException {
    Transactions terminal = terminal(3);
    int committed = 0;
    for (int i = 0; i < 3_000; i++) {
      committed += terminal.run(TransactionType.NEW_ORDER) ? 1 : 0;
    }

    assertThat(3_000 - committed).isBetween(12, 55);
    Consistency found = Consistency.check(rows, SMALL);
    assertThat(found.violations()).isEmpty();
    assertThat(found.orders()).isEqualTo(6 * 40 + committed);
  }

  @Test
  void whatOnlyReadsChangesNothing() throws IOException {
    Transactions terminal = terminal(4);
    for (int i = 0; i < 50; i++) {
      terminal.run(TransactionType.ORDER_STATUS);
      terminal.run(TransactionType.STOCK_LEVEL);
    }

    assertThat(Consistency.check(rows, SMALL).orders()).isEqualTo(6 * 40);
  }

  @Test
  void eachConditionThatIsBrokenIsNamed() throws IOException {
    rows.add(Relation.DISTRICT, Keys.district(1, 1), Map.of("ytd", 1L));
    rows.add(Relation.DISTRICT, Keys.district(1, 2), Map.of("nextOrder", 1L));
    rows.delete(Relation.NEW_ORDER, Keys.order(1, 3, 35));
    rows.delete(Relation.ORDER_LINE, Keys.line(2, 1, 1, 1));

    assertThat(Consistency.check(rows, SMALL).violations())
        .hasSize(5)
        .anyMatch(told -> told.startsWith("condition 1, warehouse 1: want districts' payments"))
        .anyMatch(told -> told.equals("condition 2, district 0001.02: want last order 41, got 40"))
        .anyMatch(told -> told.equals("condition 3, district 0001.03: want new orders 12, got 11"))
        .anyMatch(told -> told.startsWith("condition 4, district 0002.01: want order lines"));
  }

  @Test
  void theMixIsTheStandards() {
    Draws draws = new Draws(5);
    Map<TransactionType, Integer> drawn = new EnumMap<>(TransactionType.class);
    for (int i = 0; i < 100_000; i++) {
      drawn.merge(TransactionType.drawn(draws), 1, Integer::sum);
    }

    drawn.forEach(
        (type, count) ->
            assertThat(count / 1_000.0).as(type.title()).isCloseTo(type.percent(), within(0.7)));
  }

  @Test
  void unevenNumbersStayWithinTheirBoundsAndPreferSome() {
    Draws draws = new Draws(6);
    int[] counts = new int[3_001];
    for (int i = 0; i < 300_000; i++) {
      counts[draws.customer(Scale.standard(1))]++;
    }

    assertThat(counts[0]).isZero();
    assertThat(java.util.Arrays.stream(counts).max().orElse(0)).isGreaterThan(3 * 100);
    assertThat(Draws.lastName(371)).isEqualTo("PRICALLYOUGHT");
  }

  @Test
  void aScaleThatCannotBeIsRefused() {
    assertThatThrownBy(() -> new Scale(0, 10, 3_000, 100_000))
        .isInstanceOf(InvalidValue.class)
        .hasMessage("TPC-C warehouses: want 1 to 9,999, got 0.");
  }
}
