package org.apache.hadoop.hbase.zookeeper;

/** Lets a test end another client's session, as ZooKeeper does when it expires. */
public final class ZooKeeperSessions {

  private ZooKeeperSessions() {}

  public static void expire(MiniZooKeeperCluster cluster, long session) {
    cluster.getZooKeeperServers().get(0).closeSession(session);
  }
}
