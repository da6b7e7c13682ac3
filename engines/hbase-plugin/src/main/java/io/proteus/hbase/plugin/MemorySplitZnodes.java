package io.proteus.hbase.plugin;

/**
 * Where targets and reports are kept in the cluster's ZooKeeper.
 *
 * <p>A server is named {@code host,port} without its start code, so that a target outlives the
 * server's restart.
 */
public final class MemorySplitZnodes {

  private final String base;

  /**
   * @param hbaseParent value of {@code zookeeper.znode.parent}, {@code /hbase} by default
   */
  public MemorySplitZnodes(String hbaseParent) {
    this.base = hbaseParent + "/proteus/memory-split";
  }

  /** Parent of all targets; persistent. */
  public String targets() {
    return base + "/target";
  }

  /** Parent of all reports; persistent. */
  public String reports() {
    return base + "/effective";
  }

  /** The target of one server; persistent, and empty if nothing was set. */
  public String target(String host, int port) {
    return targets() + "/" + host + "," + port;
  }

  /** The report of one server; ephemeral, so it exists while the plugin lives. */
  public String report(String host, int port) {
    return reports() + "/" + host + "," + port;
  }
}
