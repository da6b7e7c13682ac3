package io.proteus.hosts.prometheus;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import java.time.Duration;
import java.util.Map;

/**
 * Where node_exporters listen.
 *
 * @param port of each
 * @param names of hosts, by the names of nodes
 * @param timeout until an answer must be there
 */
@Section("The node_exporter of each host, asked directly.")
public record NodeExporterSettings(
    @Key(doc = "the port of each", usual = "9100") int port,
    @Key(
            doc =
                "hosts, or host:port, by node, where they are not what stands before the node's"
                    + " port",
            usual = "{}")
        Map<String, String> names,
    @Key(doc = "until all of them must have answered", usual = "5s") Duration timeout) {
  public NodeExporterSettings {
    names = Map.copyOf(names);
  }
}
