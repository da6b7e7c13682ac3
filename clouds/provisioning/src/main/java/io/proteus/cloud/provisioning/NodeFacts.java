package io.proteus.cloud.provisioning;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Launch;
import io.proteus.core.port.Neighbours;
import io.proteus.core.port.PortException;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What templates are filled with for one new node.
 *
 * @param names by the name of their place
 * @param wanted settings that Proteus gives the node, in the store's own keys
 * @param neighbours that run already
 */
public record NodeFacts(
    Map<String, String> names, Map<String, String> wanted, Neighbours neighbours) {
  static final String NODES = "nodes";
  static final String HOSTS = "hosts";

  public NodeFacts {
    names = Map.copyOf(names);
    wanted = Map.copyOf(wanted);
  }

  /**
   * What is known of a node that an order starts.
   *
   * @param own what its cloud knows of its machine
   */
  public static NodeFacts of(Map<String, String> own, Launch launch) {
    Map<String, String> names = new TreeMap<>(own);
    names.put(
        NODES,
        launch.neighbours().nodes().stream().map(NodeId::value).collect(Collectors.joining(",")));
    names.put(
        HOSTS,
        launch.neighbours().nodes().stream()
            .map(NodeFacts::host)
            .distinct()
            .collect(Collectors.joining(",")));
    return new NodeFacts(names, launch.settings(), launch.neighbours());
  }

  private static String host(NodeId node) {
    int colon = node.value().lastIndexOf(':');
    return colon < 0 ? node.value() : node.value().substring(0, colon);
  }

  /** A line {@code key=value} for each setting that Proteus gives the node. */
  String settings() {
    return lines(wanted);
  }

  static String lines(Map<String, String> settings) {
    return new TreeMap<>(settings)
        .entrySet().stream()
            .map(setting -> setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining("\n"));
  }

  /** The value that Proteus gives the node; else that of the nodes which run already. */
  String setting(String key) throws PortException {
    String own = wanted.get(key);
    return own == null ? neighbours.setting(key) : own;
  }
}
