package io.proteus.workloads.tpcc;

/** The five transactions with their shares and a terminal's times (clauses 5.2.3 and 5.2.5). */
public enum TransactionType {
  NEW_ORDER("New-Order", 45, 18, 12),
  PAYMENT("Payment", 43, 3, 12),
  ORDER_STATUS("Order-Status", 4, 2, 10),
  DELIVERY("Delivery", 4, 2, 5),
  STOCK_LEVEL("Stock-Level", 4, 2, 5);

  private final String title;
  private final int percent;
  private final int keyingSeconds;
  private final int thinkSeconds;

  TransactionType(String title, int percent, int keyingSeconds, int thinkSeconds) {
    this.title = title;
    this.percent = percent;
    this.keyingSeconds = keyingSeconds;
    this.thinkSeconds = thinkSeconds;
  }

  /** As the standard writes it. */
  public String title() {
    return title;
  }

  /** Its share of all, in per cent. */
  public int percent() {
    return percent;
  }

  int keyingSeconds() {
    return keyingSeconds;
  }

  /** On average. */
  int thinkSeconds() {
    return thinkSeconds;
  }

  static TransactionType drawn(Draws draws) {
    int left = draws.between(1, 100);
    for (TransactionType type : values()) {
      left -= type.percent;
      if (left <= 0) {
        return type;
      }
    }
    return NEW_ORDER;
  }
}
