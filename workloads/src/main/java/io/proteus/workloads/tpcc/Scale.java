package io.proteus.workloads.tpcc;

import io.proteus.core.units.InvalidValue;

/**
 * How much data there is. TPC-C's clause 1.2 has 10 districts, 3,000 customers and 100,000 items;
 * fewer make figures that are no tpmC of the standard.
 *
 * @param warehouses how many warehouses
 * @param districts of a warehouse
 * @param customers of a district, and as many first orders
 * @param items that are sold, each in stock of every warehouse
 */
public record Scale(int warehouses, int districts, int customers, int items) {
  /** Orders of the first ones that are not delivered: 900 of 3,000 in the standard. */
  private static final double UNDELIVERED = 0.3;

  public Scale {
    between("warehouses", warehouses, 1, 9_999);
    between("districts", districts, 1, 99);
    between("customers", customers, 10, 3_000);
    between("items", items, 100, 100_000);
  }

  /** As the standard has it. */
  public static Scale standard(int warehouses) {
    return new Scale(warehouses, 10, 3_000, 100_000);
  }

  /** The share of the standard's customers and items, but not fewer than there must be. */
  public static Scale part(int warehouses, double share) {
    return new Scale(
        warehouses,
        10,
        (int) Math.min(3_000, Math.max(10, Math.round(3_000 * share))),
        (int) Math.min(100_000, Math.max(100, Math.round(100_000 * share))));
  }

  /** The first key of a warehouse, in every table that is by warehouse. */
  public String firstKey(int warehouse) {
    return Keys.warehouse(warehouse);
  }

  int firstUndelivered() {
    return customers - (int) Math.round(customers * UNDELIVERED) + 1;
  }

  /** Last names that there are: 1,000, or as many as customers. */
  int names() {
    return Math.min(1_000, customers);
  }

  private static void between(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new InvalidValue(
          "TPC-C %s: want %d to %,d, got %,d.".formatted(what, least, most, value));
    }
  }
}
