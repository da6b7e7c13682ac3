package io.proteus.engine.hbase;

import io.proteus.core.units.InvalidValue;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The address of a cluster.
 *
 * @param zooKeeper its ensemble, {@code host[:port]} separated by commas; port 2181 if none is
 *     given
 * @param parent {@code zookeeper.znode.parent}, usually {@code /hbase}
 * @param client further settings of HBase's client, in its own keys; they win over Proteus' own
 */
public record HBaseAddress(String zooKeeper, String parent, Map<String, String> client) {

  public HBaseAddress {
    zooKeeper =
        Arrays.stream(zooKeeper.split(",", -1))
            .map(HBaseAddress::server)
            .collect(Collectors.joining(","));
    if (!parent.matches("(/[^/\\s]+)+")) {
      throw new InvalidValue(
          "zookeeper.znode.parent: want a path such as /hbase, got '%s'.".formatted(parent));
    }
    client = Map.copyOf(client);
  }

  public static HBaseAddress of(String zooKeeper) {
    return new HBaseAddress(zooKeeper, "/hbase", Map.of());
  }

  private static String server(String text) {
    String server = text.trim();
    String full = server.contains(":") ? server : server + ":2181";
    if (!full.matches("[\\w.-]+:\\d{1,5}")) {
      throw new InvalidValue(
          "hbase.zookeeper.quorum: want host[:port] separated by commas, got '%s'."
              .formatted(text));
    }
    return full;
  }

  @Override
  public String toString() {
    return zooKeeper + parent;
  }
}
