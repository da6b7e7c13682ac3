package io.proteus.hbase.plugin;

/**
 * Where Proteus asks servers, in the cluster's ZooKeeper, to read what they open into their caches.
 *
 * <p>Servers are named as in {@link MemorySplitZnodes}.
 */
public final class PrefetchZnodes {

  private final String base;

  /**
   * @param hbaseParent value of {@code zookeeper.znode.parent}, {@code /hbase} by default
   */
  public PrefetchZnodes(String hbaseParent) {
    this.base = hbaseParent + "/proteus/prefetch";
  }

  /** Parent of all requests; persistent, made by the plugin. */
  public String requests() {
    return base;
  }

  /**
   * The request to one server; ephemeral, so it ends with the Proteus that made it. Its body has no
   * meaning.
   */
  public String request(String host, int port) {
    return base + "/" + host + "," + port;
  }
}
