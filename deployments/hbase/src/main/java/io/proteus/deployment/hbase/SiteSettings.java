package io.proteus.deployment.hbase;

import io.proteus.core.cluster.MemorySplit;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings of each daemon, in HBase's and Hadoop's own keys. Every address is a number, so that
 * a client needs nothing but the ZooKeeper quorum.
 */
final class SiteSettings {
  private final Layout layout;
  private final Cluster cluster;

  SiteSettings(Layout layout, Cluster cluster) {
    this.layout = layout;
    this.cluster = cluster;
  }

  /**
   * hbase-site.xml of a RegionServer, or of the other daemons when there is no member. What
   * somebody has set to nothing is left to HBase's own default.
   */
  Map<String, String> hbase(@Nullable Member member) {
    Ports ports = cluster.ports();
    Map<String, String> site = new TreeMap<>(client());
    site.put("hbase.cluster.distributed", "true");
    site.put("hbase.rootdir", fileSystem() + "/hbase");
    site.put("hbase.tmp.dir", layout.data("tmp").toString());
    site.put("hbase.wal.provider", "filesystem");
    site.put("dfs.replication", Integer.toString(cluster.spec().replication()));

    site.put("hbase.zookeeper.property.clientPortAddress", Ports.MASTER_ADDRESS);
    // else ZooKeeper opens 0.0.0.0:8080
    site.put("hbase.zookeeper.property.admin.enableServer", "false");
    site.put("hbase.zookeeper.property.dataDir", layout.data("zookeeper").toString());
    site.put("zookeeper.session.timeout", "20000");

    site.put("hbase.master.hostname", Ports.MASTER_ADDRESS);
    site.put("hbase.master.ipc.address", Ports.MASTER_ADDRESS);
    site.put("hbase.master.port", Integer.toString(ports.master()));
    site.put("hbase.master.info.bindAddress", Ports.MASTER_ADDRESS);
    site.put("hbase.master.info.port", Integer.toString(ports.masterPage()));
    // with all of them there it waits no longer
    site.put(
        "hbase.master.wait.on.regionservers.maxtostart",
        Integer.toString(cluster.members().size()));
    site.put("hbase.master.wait.on.regionservers.interval", "200");
    site.put("hbase.master.wait.on.regionservers.timeout", "1000");

    site.put("hbase.regionserver.port", Integer.toString(ports.regionServer()));
    site.put("hbase.regionserver.info.port", Integer.toString(ports.regionServerPage()));
    site.put("hbase.regionserver.msginterval", "1000");
    site.put("hbase.regionserver.metrics.period", "2000");
    if (member != null) {
      regionServer(site, member);
    }
    site.putAll(cluster.spec().properties());
    if (member != null) {
      site.putAll(cluster.spec().serverProperties().getOrDefault(member.name(), Map.of()));
      site.putAll(member.settings());
    }
    site.values().removeIf(String::isBlank);
    return site;
  }

  private void regionServer(Map<String, String> site, Member member) {
    site.put("hbase.unsafe.regionserver.hostname", member.address());
    site.put("hbase.regionserver.ipc.address", member.address());
    site.put("hbase.regionserver.info.bindAddress", member.address());
    MemorySplit memory = cluster.spec().memory();
    site.put("hfile.block.cache.size", Double.toString(memory.readCache().value()));
    site.put(
        "hbase.regionserver.global.memstore.size", Double.toString(memory.writeBuffer().value()));
    if (!cluster.spec().plugin().isEmpty()) {
      plugin(site);
    }
  }

  /**
   * Lets the plugin's tuner move the heap split; HBase refuses ranges that overlap above 80 %. No
   * chunks are pooled: when the memstores' share shrinks, ChunkCreator drops chunks from its pool
   * but not from its map, and their heap is lost until the server restarts. What is prefetched is
   * read as soon as it is open, not after a second.
   */
  private static void plugin(Map<String, String> site) {
    site.put(
        "hbase.regionserver.heapmemory.tuner.class",
        "io.proteus.hbase.plugin.PinnedHeapMemoryTuner");
    site.put("hbase.regionserver.heapmemory.tuner.period", "1000");
    site.put("hbase.hregion.memstore.chunkpool.maxsize", "0");
    site.put("hbase.hfile.prefetch.delay", "0");
    site.put("hbase.regionserver.global.memstore.size.min.range", "0.05");
    site.put("hbase.regionserver.global.memstore.size.max.range", "0.75");
    site.put("hfile.block.cache.size.min.range", "0.05");
    site.put("hfile.block.cache.size.max.range", "0.75");
  }

  /** The settings that any client needs, in HBase's keys. */
  Map<String, String> client() {
    Map<String, String> client = new TreeMap<>();
    client.put("hbase.zookeeper.quorum", Ports.MASTER_ADDRESS);
    client.put(
        "hbase.zookeeper.property.clientPort", Integer.toString(cluster.ports().zooKeeper()));
    client.put(
        "hbase.regionserver.info.port", Integer.toString(cluster.ports().regionServerPage()));
    client.put("hbase.master.info.port", Integer.toString(cluster.ports().masterPage()));
    return client;
  }

  /** core-site.xml of the daemons on an address. */
  Map<String, String> core(String address) {
    Map<String, String> site = new TreeMap<>();
    site.put("fs.defaultFS", fileSystem());
    site.put("hadoop.tmp.dir", layout.data("tmp").toString());
    site.put(
        "hadoop.rpc.socket.factory.class.default",
        "io.proteus.deployment.hbase.server.SourceBindingSocketFactory");
    site.put("proteus.source.address", address);
    // daemons start together: whoever is early asks again soon instead of giving up
    site.put("ipc.client.connect.max.retries", "100");
    site.put("ipc.client.connect.retry.interval", "300");
    site.putAll(cluster.spec().properties());
    site.values().removeIf(String::isBlank);
    return site;
  }

  /** hdfs-site.xml of the daemons on an address; a DataNode's when there is a member. */
  Map<String, String> hdfs(@Nullable Member member) {
    Ports ports = cluster.ports();
    Map<String, String> site = new TreeMap<>();
    site.put("dfs.replication", Integer.toString(cluster.spec().replication()));
    site.put("dfs.namenode.name.dir", layout.data("namenode").toUri().toString());
    site.put("dfs.namenode.rpc-address", Ports.MASTER_ADDRESS + ":" + ports.nameNode());
    site.put("dfs.namenode.http-address", Ports.MASTER_ADDRESS + ":" + ports.nameNodePage());
    site.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
    site.put("dfs.namenode.safemode.extension", "0");
    site.put("dfs.permissions.enabled", "false");
    site.put("dfs.blocksize", Long.toString(64L << 20));
    site.put("dfs.datanode.max.transfer.threads", "512");
    site.put("dfs.datanode.directoryscan.interval", "86400");
    if (member != null) {
      String address = member.address();
      site.put("dfs.datanode.hostname", address);
      site.put("dfs.datanode.address", address + ":" + ports.dataNode());
      site.put("dfs.datanode.ipc.address", address + ":" + ports.dataNodeCalls());
      site.put("dfs.datanode.http.address", address + ":" + ports.dataNodePage());
      site.put("dfs.datanode.data.dir", layout.data(member.dataNodeName()).toUri().toString());
    }
    site.putAll(cluster.spec().properties());
    site.values().removeIf(String::isBlank);
    return site;
  }

  private String fileSystem() {
    return "hdfs://" + Ports.MASTER_ADDRESS + ":" + cluster.ports().nameNode();
  }
}
