package io.proteus.testkit;

import io.proteus.core.cluster.RequestRates;
import java.time.InstantSource;

/** Small clusters on which a read and a written table share every node, which MeT would part. */
public final class MixedClusters {
  private static final RequestRates READS = new RequestRates(100, 0, 0);
  private static final RequestRates WRITES = new RequestRates(0, 0, 100);

  private MixedClusters() {}

  /** Two nodes that are as busy as each other, with two partitions of each table. */
  public static ClusterBuilder two(InstantSource clock, double cpu) {
    ClusterBuilder cluster = InMemoryCluster.cluster().clock(clock).pace(Pace.everythingTakes(1));
    for (String node : new String[] {"rs1", "rs2"}) {
      cluster.node(node).cpu(cpu).holding("t1", 2, READS).holding("t2", 2, WRITES);
    }
    return cluster;
  }

  /** A hot node with a written and a read table, and a cool one with more of the read one. */
  public static ClusterBuilder lopsided(InstantSource clock) {
    return InMemoryCluster.cluster()
        .clock(clock)
        .node("rs1")
        .cpu(0.9)
        .holding("orders", 3, new RequestRates(0, 0, 300))
        .holding("users", 3, new RequestRates(400, 0, 0))
        .node("rs2")
        .holding("users", 3, READS);
  }

  /**
   * Three nodes, of which the first two take a restart for a new split; the third, described last,
   * takes one while it runs unless a test says otherwise.
   */
  public static ClusterBuilder three(InstantSource clock, int pollsOfEverything) {
    return InMemoryCluster.cluster()
        .clock(clock)
        .pace(Pace.everythingTakes(pollsOfEverything))
        .node("rs1")
        .byRestartOnly()
        .holding("t1", 2, READS)
        .holding("t2", 1, WRITES)
        .node("rs2")
        .byRestartOnly()
        .holding("t2", 1, WRITES)
        .holding("t1", 1, READS)
        .node("rs3")
        .holding("t2", 1, WRITES);
  }
}
