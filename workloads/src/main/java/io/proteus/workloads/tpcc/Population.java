package io.proteus.workloads.tpcc;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** The first rows of every table (clause 4.3.3), written in batches. */
public final class Population {
  private static final int BATCH = 1_000;
  private static final long DISTRICT_YTD = 3_000_000;

  private final Rows rows;
  private final Scale scale;
  private final Draws draws;

  public Population(Rows rows, Scale scale, long seed) {
    this.rows = rows;
    this.scale = scale;
    this.draws = new Draws(seed);
  }

  /**
   * Writes them.
   *
   * @param loaded told of each warehouse that is written
   */
  public void load(IntConsumer loaded) throws IOException {
    try (Batch items = new Batch(Relation.ITEM)) {
      for (int item = 1; item <= scale.items(); item++) {
        items.add(
            new Row(Keys.item(item))
                .with("name", draws.text(14, 24))
                .with("price", draws.between(100, 10_000))
                .with("data", draws.original(26, 50)));
      }
    }
    for (int warehouse = 1; warehouse <= scale.warehouses(); warehouse++) {
      rows.put(
          Relation.WAREHOUSE,
          address(new Row(Keys.warehouse(warehouse)))
              .with("tax", draws.between(0, 2_000))
              .with("ytd", scale.districts() * DISTRICT_YTD));
      stock(warehouse);
      for (int district = 1; district <= scale.districts(); district++) {
        rows.put(
            Relation.DISTRICT,
            address(new Row(Keys.district(warehouse, district)))
                .with("tax", draws.between(0, 2_000))
                .with("ytd", DISTRICT_YTD)
                .with("nextOrder", scale.customers() + 1)
                .with("delivered", scale.firstUndelivered() - 1));
        customers(warehouse, district);
        orders(warehouse, district);
      }
      loaded.accept(warehouse);
    }
  }

  private Row address(Row row) {
    return row.with("name", draws.text(6, 10))
        .with("street", draws.text(10, 20))
        .with("city", draws.text(10, 20))
        .with("state", draws.text(2, 2))
        .with("zip", draws.between(0, 9_999) + "11111");
  }

  private void stock(int warehouse) throws IOException {
    try (Batch stock = new Batch(Relation.STOCK)) {
      for (int item = 1; item <= scale.items(); item++) {
        Row row =
            new Row(Keys.stock(warehouse, item))
                .with("quantity", draws.between(10, 100))
                .with("ytd", 0)
                .with("orders", 0)
                .with("remote", 0)
                .with("data", draws.original(26, 50));
        for (int district = 1; district <= scale.districts(); district++) {
          row.with("dist" + district, draws.text(24, 24));
        }
        stock.add(row);
      }
    }
  }

  private void customers(int warehouse, int district) throws IOException {
    try (Batch customers = new Batch(Relation.CUSTOMER);
        Batch names = new Batch(Relation.CUSTOMER_NAME);
        Batch history = new Batch(Relation.HISTORY)) {
      for (int customer = 1; customer <= scale.customers(); customer++) {
        String last =
            customer <= scale.names()
                ? Draws.lastName(customer - 1)
                : draws.lastNameOfTheLoad(scale);
        String first = draws.text(8, 16);
        String key = Keys.customer(warehouse, district, customer);
        customers.add(
            address(new Row(key))
                .with("first", first)
                .with("middle", "OE")
                .with("last", last)
                .with("phone", draws.text(16, 16))
                .with("credit", draws.happens(0.1) ? "BC" : "GC")
                .with("limit", 5_000_000)
                .with("discount", draws.between(0, 5_000))
                .with("balance", -1_000)
                .with("paid", 1_000)
                .with("payments", 1)
                .with("deliveries", 0)
                .with("data", draws.text(300, 500)));
        names.add(
            new Row(Keys.customersNamed(warehouse, district, last) + first + "." + customer)
                .with("customer", customer));
        history.add(
            new Row(Keys.district(warehouse, district) + ".load." + customer)
                .with("customer", key)
                .with("amount", 1_000)
                .with("data", draws.text(12, 24)));
      }
    }
  }

  private void orders(int warehouse, int district) throws IOException {
    int[] customers = draws.permutation(scale.customers());
    try (Batch orders = new Batch(Relation.ORDER);
        Batch index = new Batch(Relation.CUSTOMER_ORDER);
        Batch lines = new Batch(Relation.ORDER_LINE);
        Batch undelivered = new Batch(Relation.NEW_ORDER)) {
      for (int order = 1; order <= scale.customers(); order++) {
        int customer = customers[order - 1];
        boolean delivered = order < scale.firstUndelivered();
        int count = draws.between(5, 15);
        Row row =
            new Row(Keys.order(warehouse, district, order))
                .with("customer", customer)
                .with("entered", 0)
                .with("lines", count);
        orders.add(delivered ? row.with("carrier", draws.between(1, 10)) : row);
        index.add(new Row(Keys.orderOf(warehouse, district, customer, order)).with("order", order));
        if (!delivered) {
          undelivered.add(new Row(Keys.order(warehouse, district, order)).with("order", order));
        }
        for (int line = 1; line <= count; line++) {
          Row ordered =
              new Row(Keys.line(warehouse, district, order, line))
                  .with("item", draws.between(1, scale.items()))
                  .with("supply", warehouse)
                  .with("quantity", 5)
                  .with("amount", delivered ? 0 : draws.between(1, 999_999))
                  .with("dist", draws.text(24, 24));
          lines.add(delivered ? ordered.with("delivered", 0) : ordered);
        }
      }
    }
  }

  /** Rows that are written together once there are enough. */
  private final class Batch implements AutoCloseable {
    private final Relation relation;
    private final List<Row> waiting = new ArrayList<>();

    Batch(Relation relation) {
      this.relation = relation;
    }

    void add(Row row) throws IOException {
      waiting.add(row);
      if (waiting.size() == BATCH) {
        close();
      }
    }

    @Override
    public void close() throws IOException {
      if (!waiting.isEmpty()) {
        rows.put(relation, waiting);
        waiting.clear();
      }
    }
  }
}
