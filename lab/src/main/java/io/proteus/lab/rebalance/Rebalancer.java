package io.proteus.lab.rebalance;

/** Who spreads the slots of a cluster one shard of which is hot, and one empty. */
enum Rebalancer {
  NONE("nobody"),
  BY_COUNT("--cluster rebalance"),
  PROTEUS("Proteus");

  private final String words;

  Rebalancer(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }
}
