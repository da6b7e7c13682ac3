package io.proteus.workloads.tpcc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The five transactions of a terminal (clause 2), on a store whose changes are atomic by row only.
 *
 * <p>Nothing is locked: sums grow by atomic additions, an order takes its number by one, and a
 * delivery claims the next order of a district by a conditional change. So transactions that run to
 * their end leave the tables as if they had run one after the other, as far as conditions 1 to 4
 * can tell; readers may see a transaction half done, and one that fails in its middle stays half
 * done. A New-Order with an unknown item ends before it has changed anything.
 */
final class Transactions {
  private static final double UNKNOWN_ITEM = 0.01;
  private static final double REMOTE_LINE = 0.01;
  private static final double REMOTE_PAYMENT = 0.15;
  private static final double BY_NAME = 0.6;
  private static final int RECENT_ORDERS = 20;
  private static final int MOST_NAMESAKES = 200;
  private static final int MOST_LINES = 15;
  private static final int LONGEST_DATA = 500;

  private final Rows rows;
  private final Scale scale;
  private final Draws draws;
  private final int warehouse;
  private final int homeDistrict;
  private final String terminal;
  private long payments;

  /**
   * @param terminal its name, which no other terminal has, nor had one of an earlier run
   */
  Transactions(
      Rows rows, Scale scale, Draws draws, int warehouse, int homeDistrict, String terminal) {
    this.rows = rows;
    this.scale = scale;
    this.draws = draws;
    this.warehouse = warehouse;
    this.homeDistrict = homeDistrict;
    this.terminal = terminal;
  }

  /** Runs one; tells whether it was committed, and not rolled back as one New-Order of 100 is. */
  boolean run(TransactionType type) throws IOException {
    switch (type) {
      case NEW_ORDER:
        return newOrder();
      case PAYMENT:
        payment();
        return true;
      case ORDER_STATUS:
        orderStatus();
        return true;
      case DELIVERY:
        delivery();
        return true;
      case STOCK_LEVEL:
        stockLevel();
        return true;
    }
    throw new IllegalStateException("unknown transaction " + type);
  }

  private boolean newOrder() throws IOException {
    int district = draws.between(1, scale.districts());
    int customer = draws.customer(scale);
    List<Line> lines = lines();
    rows.get(Relation.WAREHOUSE, Keys.warehouse(warehouse)).number("tax");
    rows.get(Relation.CUSTOMER, Keys.customer(warehouse, district, customer)).number("discount");
    List<Row> items =
        rows.get(Relation.ITEM, lines.stream().map(line -> Keys.item(line.item())).toList());
    if (items.stream().anyMatch(Row::isMissing)) {
      return false;
    }
    List<Row> stocks =
        rows.get(
            Relation.STOCK,
            lines.stream().map(line -> Keys.stock(line.supply(), line.item())).toList());
    long order =
        rows.add(Relation.DISTRICT, Keys.district(warehouse, district), Map.of("nextOrder", 1L))
                .number("nextOrder")
            - 1;
    List<Row> written = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      Row stock = stocks.get(i);
      take(line, stock);
      written.add(
          new Row(Keys.line(warehouse, district, order, i + 1))
              .with("item", line.item())
              .with("supply", line.supply())
              .with("quantity", line.quantity())
              .with("amount", line.quantity() * items.get(i).number("price"))
              .with("dist", stock.text("dist" + district)));
    }
    rows.put(Relation.ORDER_LINE, written);
    String key = Keys.order(warehouse, district, order);
    rows.put(
        Relation.ORDER,
        new Row(key)
            .with("customer", customer)
            .with("entered", System.currentTimeMillis())
            .with("lines", lines.size()));
    rows.put(
        Relation.CUSTOMER_ORDER,
        new Row(Keys.orderOf(warehouse, district, customer, order)).with("order", order));
    // the last of its rows: whoever delivers it finds the others
    rows.put(Relation.NEW_ORDER, new Row(key).with("order", order));
    return true;
  }

  private record Line(int item, int supply, int quantity) {}

  private List<Line> lines() {
    int count = draws.between(5, MOST_LINES);
    boolean unknown = draws.happens(UNKNOWN_ITEM);
    List<Line> lines = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      int item = unknown && i == count ? scale.items() + 1 : draws.item(scale);
      int supply = draws.happens(REMOTE_LINE) ? otherWarehouse() : warehouse;
      lines.add(new Line(item, supply, draws.between(1, 10)));
    }
    return lines;
  }

  /** Another warehouse, or this one where there is no other. */
  private int otherWarehouse() {
    if (scale.warehouses() == 1) {
      return warehouse;
    }
    int other = draws.between(1, scale.warehouses() - 1);
    return other < warehouse ? other : other + 1;
  }

  private void take(Line line, Row stock) throws IOException {
    long left = stock.number("quantity") - line.quantity();
    rows.add(
        Relation.STOCK,
        stock.key(),
        Map.of(
            "quantity",
            left >= 10 ? -line.quantity() : 91L - line.quantity(),
            "ytd",
            (long) line.quantity(),
            "orders",
            1L,
            "remote",
            line.supply() == warehouse ? 0L : 1L));
  }

  private void payment() throws IOException {
    int district = draws.between(1, scale.districts());
    boolean remote = scale.warehouses() > 1 && draws.happens(REMOTE_PAYMENT);
    int customersWarehouse = remote ? otherWarehouse() : warehouse;
    int customersDistrict = remote ? draws.between(1, scale.districts()) : district;
    long amount = draws.between(100, 500_000);
    Row customer = customer(customersWarehouse, customersDistrict);
    rows.add(Relation.WAREHOUSE, Keys.warehouse(warehouse), Map.of("ytd", amount));
    rows.add(Relation.DISTRICT, Keys.district(warehouse, district), Map.of("ytd", amount));
    rows.add(
        Relation.CUSTOMER,
        customer.key(),
        Map.of("balance", -amount, "paid", amount, "payments", 1L));
    if (customer.text("credit").equals("BC")) {
      String data = customer.key() + " " + amount + " " + customer.text("data");
      rows.put(
          Relation.CUSTOMER,
          new Row(customer.key())
              .with("data", data.substring(0, Math.min(LONGEST_DATA, data.length()))));
    }
    rows.put(
        Relation.HISTORY,
        new Row(Keys.district(warehouse, district) + "." + terminal + "." + ++payments)
            .with("customer", customer.key())
            .with("amount", amount)
            .with("data", draws.text(12, 24)));
  }

  /** By last name, the one in the middle of those of that name (clause 2.5.2.2), or by number. */
  private Row customer(int of, int district) throws IOException {
    int number = draws.customer(scale);
    if (draws.happens(BY_NAME)) {
      List<Row> namesakes =
          rows.startingWith(
              Relation.CUSTOMER_NAME,
              Keys.customersNamed(of, district, draws.lastNameOfTheRun(scale)),
              MOST_NAMESAKES);
      if (!namesakes.isEmpty()) {
        number = (int) namesakes.get((namesakes.size() - 1) / 2).number("customer");
      }
    }
    return rows.get(Relation.CUSTOMER, Keys.customer(of, district, number));
  }

  private void orderStatus() throws IOException {
    int district = draws.between(1, scale.districts());
    Row customer = customer(warehouse, district);
    for (Row last : rows.startingWith(Relation.CUSTOMER_ORDER, customer.key() + ".", 1)) {
      String order = Keys.order(warehouse, district, last.number("order"));
      rows.get(Relation.ORDER, order);
      rows.startingWith(Relation.ORDER_LINE, order + ".", MOST_LINES);
    }
  }

  /** At once, and not later from a queue: each district's oldest order, where it has one. */
  private void delivery() throws IOException {
    int carrier = draws.between(1, 10);
    for (int district = 1; district <= scale.districts(); district++) {
      String key = Keys.district(warehouse, district);
      long delivered = rows.get(Relation.DISTRICT, key).number("delivered");
      String order = Keys.order(warehouse, district, delivered + 1);
      if (!rows.get(Relation.NEW_ORDER, order).isMissing()
          && rows.replace(Relation.DISTRICT, key, "delivered", delivered, delivered + 1)) {
        deliver(district, order, carrier);
      }
    }
  }

  private void deliver(int district, String order, int carrier) throws IOException {
    rows.delete(Relation.NEW_ORDER, order);
    Row ordered = rows.get(Relation.ORDER, order);
    rows.put(Relation.ORDER, new Row(order).with("carrier", carrier));
    long amount = 0;
    List<Row> lines = new ArrayList<>();
    for (Row line : rows.startingWith(Relation.ORDER_LINE, order + ".", MOST_LINES)) {
      amount += line.number("amount");
      lines.add(new Row(line.key()).with("delivered", System.currentTimeMillis()));
    }
    rows.put(Relation.ORDER_LINE, lines);
    rows.add(
        Relation.CUSTOMER,
        Keys.customer(warehouse, district, (int) ordered.number("customer")),
        Map.of("balance", amount, "deliveries", 1L));
  }

  private int stockLevel() throws IOException {
    int threshold = draws.between(10, 20);
    long next =
        rows.get(Relation.DISTRICT, Keys.district(warehouse, homeDistrict)).number("nextOrder");
    Set<String> stocks = new HashSet<>();
    for (Row line :
        rows.between(
            Relation.ORDER_LINE,
            Keys.order(warehouse, homeDistrict, Math.max(1, next - RECENT_ORDERS)),
            Keys.order(warehouse, homeDistrict, next),
            RECENT_ORDERS * MOST_LINES)) {
      stocks.add(Keys.stock(warehouse, (int) line.number("item")));
    }
    return (int)
        rows.get(Relation.STOCK, List.copyOf(stocks)).stream()
            .filter(stock -> stock.number("quantity") < threshold)
            .count();
  }
}
