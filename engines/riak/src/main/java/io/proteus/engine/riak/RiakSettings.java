package io.proteus.engine.riak;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.InvalidValue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How to reach a Riak KV cluster, and how its commands are run.
 *
 * @param nodes some of its nodes by name; the others are found through them
 * @param name of the cluster; empty: the first of the nodes
 * @param port of HTTP on each node
 * @param addresses of HTTP on nodes that have another one than their host and the port
 * @param command runs Riak's command for a node
 * @param timeout until a command must have ended
 * @param directory where claims and what is staged are kept, outside of the cluster
 * @param copies of everything that clients write
 * @param forceRemove whether a dead node may be struck off with the copies that it had
 */
@Section("Riak KV 3.2 ([details](../engines/riak/README.md))")
public record RiakSettings(
    @Key(doc = "some nodes of the cluster by their names", example = "riak@10.0.0.1")
        List<String> nodes,
    @Key(doc = "a name for the cluster; without it, its first node") Optional<String> name,
    @Key(doc = "where each node answers over HTTP", usual = "8098") int port,
    @Key(doc = "where nodes answer over HTTP that do not at their host and that port", usual = "{}")
        Map<String, String> addresses,
    @Key(
            doc =
                "Riak's command for a node, such as `ssh {host} sudo -n riak`; {node} and {host}"
                    + " are put in, and `admin ...` follows",
            usual = "riak")
        String command,
    @Key(doc = "until a command must have ended", usual = "60s") Duration timeout,
    @Key(
            doc =
                "where claims and staged changes are noted; several Proteus need the same folder, or cloud.lease",
            example = "/var/lib/proteus/riak")
        Optional<Path> directory,
    @Key(doc = "copies that the cluster keeps (n_val)", usual = "3") int copies,
    @Key(
            doc = "whether a dead node may be struck off by force-remove, with its copies",
            usual = "false")
        boolean forceRemove) {
  private static final Pattern NODE = Pattern.compile("[A-Za-z0-9_.-]+@[A-Za-z0-9_.:-]+");
  private static final Pattern ADDRESS = Pattern.compile("[A-Za-z0-9_.-]+:[0-9]{1,5}");

  public RiakSettings {
    nodes = List.copyOf(nodes);
    addresses = Map.copyOf(addresses);
    if (nodes.isEmpty()) {
      throw new InvalidValue("engine.nodes: want one name or more, got none.");
    }
    nodes.forEach(node -> refuseUnlessNode("engine.nodes", node));
    addresses.forEach(
        (node, address) -> {
          refuseUnlessNode("engine.addresses", node);
          if (!ADDRESS.matcher(address).matches()) {
            throw new InvalidValue(
                "engine.addresses: want HOST:PORT for %s, got %s.".formatted(node, address));
          }
        });
    if (command.isBlank()) {
      throw new InvalidValue("engine.command: want a command such as `riak`, got none.");
    }
    if (copies < 1) {
      throw new InvalidValue("engine.copies: want 1 or more, got %d.".formatted(copies));
    }
    if (timeout.compareTo(Duration.ofMillis(1)) < 0) {
      throw new InvalidValue("engine.timeout: want 1 ms or more, got %s.".formatted(timeout));
    }
  }

  private static void refuseUnlessNode(String key, String node) {
    if (!isNode(node)) {
      throw new InvalidValue(
          "%s: want a node's name such as riak@10.0.0.1, got %s.".formatted(key, node));
    }
  }

  /** Whether it is the name of a node, which may be given to a command. */
  static boolean isNode(String name) {
    return NODE.matcher(name).matches();
  }

  static String hostOf(String node) {
    return node.substring(node.indexOf('@') + 1);
  }

  /** Where a node answers over HTTP. */
  String addressOf(String node) {
    return addresses.getOrDefault(node, hostOf(node) + ":" + port);
  }

  String cluster() {
    return name.orElse(nodes.get(0));
  }

  Path folder() {
    return directory.orElse(Path.of(System.getProperty("user.home"), ".proteus", "riak"));
  }
}
