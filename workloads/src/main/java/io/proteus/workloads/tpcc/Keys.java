package io.proteus.workloads.tpcc;

/** Row keys: numbers of a fixed length, so that keys sort as numbers do. */
final class Keys {
  private static final int LAST_ORDER = 100_000_000;

  private Keys() {}

  static String warehouse(int warehouse) {
    return fixed(warehouse, 4);
  }

  static String district(int warehouse, int district) {
    return warehouse(warehouse) + "." + fixed(district, 2);
  }

  static String customer(int warehouse, int district, int customer) {
    return district(warehouse, district) + "." + fixed(customer, 4);
  }

  static String customersNamed(int warehouse, int district, String last) {
    return district(warehouse, district) + "." + last + ".";
  }

  static String order(int warehouse, int district, long order) {
    return district(warehouse, district) + "." + fixed(order, 8);
  }

  static String line(int warehouse, int district, long order, int line) {
    return order(warehouse, district, order) + "." + fixed(line, 2);
  }

  static String ordersOf(int warehouse, int district, int customer) {
    return customer(warehouse, district, customer) + ".";
  }

  static String orderOf(int warehouse, int district, int customer, long order) {
    return ordersOf(warehouse, district, customer) + fixed(LAST_ORDER - order, 8);
  }

  static String item(int item) {
    return fixed(item, 6);
  }

  static String stock(int warehouse, int item) {
    return warehouse(warehouse) + "." + item(item);
  }

  private static String fixed(long number, int digits) {
    String written = Long.toString(number);
    return "0".repeat(Math.max(0, digits - written.length())) + written;
  }
}
