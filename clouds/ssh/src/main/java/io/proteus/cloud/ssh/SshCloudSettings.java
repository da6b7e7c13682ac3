package io.proteus.cloud.ssh;

import io.proteus.cloud.provisioning.Provisioning;
import io.proteus.cloud.provisioning.remote.SettingsFile;
import io.proteus.cloud.provisioning.remote.SshAccess;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PriceList;
import io.proteus.core.setting.Inline;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.InvalidValue;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The machines, and the operator's own commands on them.
 *
 * @param hosts those in use and spare ones
 * @param node what the store calls the node on a host
 * @param service of the store on each host, for the commands
 * @param pid prints the process id of the node, or 0
 * @param start starts the node and ends with 0 once it is started
 * @param stop ends the node and ends with 0 once it has ended
 * @param file where the node reads its settings when it starts
 * @param access how they are reached
 * @param cluster that marks name; empty: the service
 * @param mark the file that says on a host that Proteus started its node
 * @param prices an hour, by host
 * @param zones where each host stands; none where it does not matter
 * @param types what each host is, for people to see
 * @param provisioning what a spare host is given before it is a node
 * @param monitorStop ends a monitor that was started; empty: it goes on
 */
@Section("Machines that are there, over SSH ([details](../clouds/ssh/README.md)).")
public record SshCloudSettings(
    @Key(
            doc = "hosts in use and spare ones; the first spare one comes first",
            example = "[rs1.example.com, rs2.example.com]")
        List<String> hosts,
    @Key(doc = "what the store calls the node on a host", usual = "{host}:16020") String node,
    @Key(doc = "the service of the store on each host", usual = "hbase-regionserver")
        String service,
    @Key(
            doc = "prints the process id of the node on a host, or 0",
            usual = "systemctl show --property=MainPID --value {service}")
        String pid,
    @Key(doc = "starts the node on a host", usual = "sudo -n systemctl start {service}")
        String start,
    @Key(doc = "ends the node on a host", usual = "sudo -n systemctl stop {service}") String stop,
    @Inline SettingsFile file,
    @Inline SshAccess access,
    @Key(
            doc =
                "the cluster that marks name, where several use the same hosts; without it, the"
                    + " service",
            example = "orders")
        Optional<String> cluster,
    @Key(
            doc =
                "the file by which a host is marked while a node runs there that Proteus started;"
                    + " in the home of the user where it does not begin with a slash",
            usual = ".proteus/{service}.{host}")
        String mark,
    @Key(
            doc =
                "what a host costs an hour while its node runs, by its name or its type; any: those"
                    + " that are not listed",
            usual = "{}",
            example = "{any: 0.12, big1.example.com: 0.30}")
        PriceList prices,
    @Key(
            doc =
                "where each host stands, such as a room or a rack: nodes are started where fewest"
                    + " run",
            usual = "{}",
            example = "{rs1.example.com: hall-a, rs2.example.com: hall-b}")
        Map<String, String> zones,
    @Key(
            doc = "what each host is, as nodes list and the page show it",
            usual = "{}",
            example = "{rs1.example.com: r740}")
        Map<String, String> types,
    @Inline Provisioning provisioning,
    @Key(
            doc =
                "ends a monitor that cloud.monitor started, with its node; without it, the monitor"
                    + " goes on",
            example = "sudo -n systemctl stop prometheus-node-exporter")
        Optional<String> monitorStop) {
  private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._:-]*";
  private static final Pattern HOST = Pattern.compile(NAME);
  private static final Pattern SERVICE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@:-]*");
  private static final Pattern MARK =
      Pattern.compile(
          "([A-Za-z0-9._@:+-]|/|\\{host\\}|\\{service\\})*/([A-Za-z0-9._@:+-]|\\{host\\}|\\{service\\})+");

  public SshCloudSettings {
    hosts = List.copyOf(hosts);
    Set<String> seen = new HashSet<>();
    for (String host : hosts) {
      need(HOST.matcher(host).matches(), "hosts: want names of hosts", host);
      need(seen.add(host.toLowerCase(Locale.ROOT)), "hosts: want each host once", host);
    }
    need(!hosts.isEmpty(), "hosts: want one host or more", "none");
    need(node.contains("{host}"), "node: want a name with {host} in it", node);
    need(SERVICE.matcher(service).matches(), "service: want the name of a service", service);
    file.check("cloud");
    cluster.ifPresent(name -> need(SERVICE.matcher(name).matches(), "cluster: want a name", name));
    need(MARK.matcher(mark).matches(), "mark: want a path with a folder", mark);
    for (String host : prices.perHour().keySet()) {
      need(
          host.equals(PriceList.ANY) || hosts.contains(host) || types.containsValue(host),
          "prices: want hosts of cloud.hosts, types of cloud.types, or any",
          host);
    }
    access.check("cloud");
    zones = Map.copyOf(zones);
    types = Map.copyOf(types);
    needHosts("zones", zones.keySet(), hosts);
    needHosts("types", types.keySet(), hosts);
    for (String host : zones.isEmpty() ? List.<String>of() : hosts) {
      need(zones.containsKey(host), "zones: want one for each of cloud.hosts, or none", host);
    }
    monitorStop.ifPresent(
        command ->
            need(
                provisioning.monitor().isPresent(),
                "monitorStop: want it beside cloud.monitor",
                command));
  }

  /** By its name, or else by its type; empty where it is not known. */
  Optional<BigDecimal> priceOf(String host) {
    String type = types.get(host);
    return type == null || prices.perHour().containsKey(host) ? prices.of(host) : prices.of(type);
  }

  private static void needHosts(String key, Set<String> given, List<String> hosts) {
    for (String host : given) {
      need(hosts.contains(host), key + ": want hosts of cloud.hosts", host);
    }
  }

  private static void need(boolean holds, String wanted, String got) {
    if (!holds) {
      throw new InvalidValue("cloud.%s, got %s.".formatted(wanted, got));
    }
  }

  /** The cluster that marks name. */
  String named() {
    return cluster.orElse(service);
  }

  NodeId nodeOn(String host) {
    return new NodeId(node.replace("{host}", host));
  }

  /** Until a command must have ended. */
  Duration timeout() {
    return access.timeout();
  }

  /** A command with its service, host and file. */
  String filled(String command, String host) {
    return command
        .replace("{file}", file.settingsFile().orElse(""))
        .replace("{service}", service)
        .replace("{node}", nodeOn(host).value())
        .replace("{host}", host);
  }
}
