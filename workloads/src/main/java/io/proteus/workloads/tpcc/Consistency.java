package io.proteus.workloads.tpcc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Consistency conditions 1 to 4 (clause 3.3.2), as they are found with no terminal at work.
 *
 * @param districts how many were looked at
 * @param orders how many there are
 * @param violations one sentence each
 */
public record Consistency(int districts, long orders, List<String> violations) {
  private static final int PAGE = 1_000;

  public Consistency {
    violations = List.copyOf(violations);
  }

  /** Whether all conditions hold. */
  public boolean holds() {
    return violations.isEmpty();
  }

  /** Reads the tables through. */
  public static Consistency check(Rows rows, Scale scale) throws IOException {
    List<String> violations = new ArrayList<>();
    long orders = 0;
    for (int warehouse = 1; warehouse <= scale.warehouses(); warehouse++) {
      long ytd = 0;
      for (int district = 1; district <= scale.districts(); district++) {
        String key = Keys.district(warehouse, district);
        Row row = rows.get(Relation.DISTRICT, key);
        ytd += row.number("ytd");
        orders += ofDistrict(rows, key, row.number("nextOrder"), violations);
      }
      long whole = rows.get(Relation.WAREHOUSE, Keys.warehouse(warehouse)).number("ytd");
      expect(1, "warehouse " + warehouse, "districts' payments", ytd, whole, violations);
    }
    return new Consistency(scale.warehouses() * scale.districts(), orders, violations);
  }

  private static long ofDistrict(Rows rows, String key, long nextOrder, List<String> violations)
      throws IOException {
    Totals orders = new Totals();
    each(rows, Relation.ORDER, key, row -> orders.take(number(row), row.number("lines")));
    Totals undelivered = new Totals();
    each(rows, Relation.NEW_ORDER, key, row -> undelivered.take(row.number("order"), 0));
    Totals lines = new Totals();
    each(rows, Relation.ORDER_LINE, key, row -> lines.take(0, 0));
    String district = "district " + key;
    expect(2, district, "last order", nextOrder - 1, orders.most, violations);
    if (undelivered.count > 0) {
      expect(2, district, "last new order", nextOrder - 1, undelivered.most, violations);
      expect(
          3,
          district,
          "new orders",
          undelivered.most - undelivered.least + 1,
          undelivered.count,
          violations);
    }
    expect(4, district, "order lines", orders.sum, lines.count, violations);
    return orders.count;
  }

  private static long number(Row order) {
    return Long.parseLong(order.key().substring(order.key().lastIndexOf('.') + 1));
  }

  private static void each(Rows rows, Relation relation, String district, Consumer<Row> taker)
      throws IOException {
    String from = district + ".";
    String to = from + Character.MAX_VALUE;
    List<Row> page = rows.between(relation, from, to, PAGE);
    while (!page.isEmpty()) {
      page.forEach(taker);
      page = rows.between(relation, page.get(page.size() - 1).key() + "!", to, PAGE);
    }
  }

  private static void expect(
      int condition, String where, String what, long want, long got, List<String> violations) {
    if (want != got) {
      violations.add(
          "condition %d, %s: want %s %,d, got %,d".formatted(condition, where, what, want, got));
    }
  }

  private static final class Totals {
    private long count;
    private long sum;
    private long least = Long.MAX_VALUE;
    private long most;

    void take(long number, long more) {
      count++;
      sum += more;
      least = Math.min(least, number);
      most = Math.max(most, number);
    }
  }
}
