package io.proteus.benchmarks.placement;

/** What placement starts from. Each but the first starts from Proteus's own layout. */
enum Start {
  BY_CHANCE("by chance"),
  TABLE_DOUBLED("one table doubled, 20 % noise"),
  NODE_ADDED("a node added"),
  NODE_REMOVED("a node removed"),
  NOISE("5 % noise");

  private final String words;

  Start(String words) {
    this.words = words;
  }

  @Override
  public String toString() {
    return words;
  }
}
