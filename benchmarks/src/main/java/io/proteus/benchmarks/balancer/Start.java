package io.proteus.benchmarks.balancer;

/** How the regions lie before anybody balances them. */
enum Start {
  /** each on a server drawn by chance */
  BY_CHANCE("by chance"),
  /** as many on every server, of every table, as HBase leaves them */
  EVEN_COUNTS("even counts"),
  /** the same on all servers but the last, which has just been added */
  SERVER_ADDED("a server added");

  private final String title;

  Start(String title) {
    this.title = title;
  }

  @Override
  public String toString() {
    return title;
  }

  int serverOf(int region, int servers, java.util.Random random) {
    return switch (this) {
      case BY_CHANCE -> random.nextInt(servers);
      case EVEN_COUNTS -> region % servers;
      case SERVER_ADDED -> region % (servers - 1);
    };
  }
}
