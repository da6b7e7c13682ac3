package io.proteus.engine.hbase;

import io.proteus.core.port.ConnectionOption;
import io.proteus.core.units.InvalidValue;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code --zookeeper}: a cluster by its ZooKeeper alone. */
final class ZooKeeperOption {
  private static final Pattern ENSEMBLE = Pattern.compile("([\\w.,:-]+)((?:/[\\w.-]+)*)");

  static final ConnectionOption OPTION =
      new ConnectionOption(
          List.of("-z", "--zookeeper"),
          "HOST[:PORT],...",
          List.of(
              "The cluster's ZooKeeper, instead of a file and with every setting at its default;",
              "zk1:2181/hbase-unsecure names another znode than /hbase."),
          "zk1:2181",
          ZooKeeperOption::settings);

  private ZooKeeperOption() {}

  private static Map<String, String> settings(String ensemble) {
    Matcher matcher = ENSEMBLE.matcher(ensemble);
    if (!matcher.matches()) {
      throw new InvalidValue(
          "want host:port, several with commas between them, got '%s'.".formatted(ensemble));
    }
    StringBuilder servers = new StringBuilder();
    for (String server : matcher.group(1).split(",", -1)) {
      servers.append(servers.isEmpty() ? "" : ",");
      servers.append(server.contains(":") ? server : server + ":2181");
    }
    String parent = matcher.group(2).isEmpty() ? "/hbase" : matcher.group(2);
    return Map.of("zookeeper", servers.toString(), "znodeParent", parent);
  }
}
