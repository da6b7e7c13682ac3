package io.proteus.workloads.tpcc;

/**
 * The tables. A row's key begins with its warehouse, so that a warehouse's rows are beside each
 * other and a table is divided by warehouses, as the paper does (MET-17); items belong to no
 * warehouse.
 */
public enum Relation {
  /** key: warehouse */
  WAREHOUSE("tpcc_warehouse"),
  /** key: warehouse, district */
  DISTRICT("tpcc_district"),
  /** key: warehouse, district, customer */
  CUSTOMER("tpcc_customer"),
  /** an index; key: warehouse, district, last name, first name, customer */
  CUSTOMER_NAME("tpcc_customer_name"),
  /** key: warehouse, district, and a name that the terminal gives */
  HISTORY("tpcc_history"),
  /** key: warehouse, district, order */
  NEW_ORDER("tpcc_new_order"),
  /** key: warehouse, district, order */
  ORDER("tpcc_order"),
  /** an index, the last order first; key: warehouse, district, customer, 10^8 less the order */
  CUSTOMER_ORDER("tpcc_customer_order"),
  /** key: warehouse, district, order, line */
  ORDER_LINE("tpcc_order_line"),
  /** key: item */
  ITEM("tpcc_item"),
  /** key: warehouse, item */
  STOCK("tpcc_stock");

  private final String table;

  Relation(String table) {
    this.table = table;
  }

  /** The table's name in the store. */
  public String table() {
    return table;
  }

  /** Whether its rows belong to warehouses. */
  public boolean isByWarehouse() {
    return this != ITEM;
  }
}
