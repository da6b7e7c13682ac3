package io.proteus.cloud.openstack;

import io.proteus.cloud.provisioning.Provisioning;
import io.proteus.cloud.provisioning.UserData;
import io.proteus.cloud.provisioning.remote.RestartSettings;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PriceList;
import io.proteus.core.setting.Inline;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.InvalidValue;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Which servers are started, and which are Proteus's own. Credentials are not among it.
 *
 * @param openrc a file of credentials as OpenStack's page offers; empty: the environment has them
 * @param region of the catalogue; empty: that of the credentials, or the only one
 * @param cluster the value of the metadata {@code proteus-cluster} on servers of Proteus's own
 * @param image of new servers, by name or identifier
 * @param flavors by name or identifier; the first is preferred
 * @param networks by name or identifier; a server is on all of them
 * @param zones availability zones; empty: Nova chooses
 * @param securityGroups of new servers
 * @param keyPair of new servers; empty: none
 * @param userData a file that a new server runs when it boots
 * @param node what the store calls the node on a server
 * @param prices an hour, by flavour
 * @param provisioning the stages of a new machine that boots; none beside user data
 * @param start starts the store then; empty: the image does
 * @param restart how a node is restarted on its server; empty: none is
 */
@Section("OpenStack ([details](../clouds/openstack/README.md)).")
public record OpenStackSettings(
    @Key(
            doc =
                "a file of credentials, as OpenStack's page offers it for an application"
                    + " credential; without one, the environment has them (OS_AUTH_URL, ...)",
            example = "/etc/proteus/app-cred-proteus-openrc.sh")
        Optional<String> openrc,
    @Key(
            doc = "where servers run; without it, the region of the credentials, or the only one",
            example = "RegionOne")
        Optional<String> region,
    @Key(
            doc =
                "servers with this value of the metadata proteus-cluster, and proteus-by: proteus,"
                    + " are this cluster's, and Proteus may end them",
            example = "orders")
        String cluster,
    @Key(doc = "the image of new servers, by name or identifier", example = "orders-node")
        String image,
    @Key(
            doc =
                "flavours of new servers, by name or identifier; a later one is tried where there"
                    + " is no host for an earlier one",
            example = "[m1.large, m1.xlarge]")
        List<String> flavors,
    @Key(
            doc = "networks of new servers, by name or identifier; a server is on all of them",
            example = "[private]")
        List<String> networks,
    @Key(
            doc = "availability zones, which are kept even; without them, Nova chooses",
            usual = "[]",
            example = "[nova-a, nova-b]")
        List<String> zones,
    @Key(doc = "security groups of new servers", usual = "[]", example = "[orders]")
        List<String> securityGroups,
    @Key(doc = "the key pair of new servers", example = "operators") Optional<String> keyPair,
    @Key(
            doc =
                "a file that new servers run when they boot; {settings} in it becomes the node's"
                    + " settings, one key=value a line",
            example = "/etc/proteus/orders-node.sh")
        Optional<String> userData,
    @Key(
            doc =
                "what the store calls the node on a server, by its name {name}, its address {ip}"
                    + " or its identifier {id}",
            usual = "{name}:16020")
        String node,
    @Key(
            doc =
                "what a server costs an hour, by the name of its flavour; any: those that are not listed",
            usual = "{}",
            example = "{m1.large: 0.08, m1.xlarge: 0.16}")
        PriceList prices,
    @Inline Provisioning provisioning,
    @Key(
            doc =
                "starts the store on a new machine, as root, after its files and its monitor; with"
                    + " cloud.files, in place of cloud.userData",
            example = "systemctl start redis")
        Optional<String> start,
    @Section("Restarts of nodes with other settings, over SSH; without it, none is restarted.")
        Optional<RestartSettings> restart) {
  /** Nova takes no more as a value of metadata. */
  private static final int LONGEST_METADATA = 255;

  public OpenStackSettings {
    flavors = List.copyOf(flavors);
    networks = List.copyOf(networks);
    zones = List.copyOf(zones);
    securityGroups = List.copyOf(securityGroups);
    need(
        !cluster.isBlank() && cluster.length() <= LONGEST_METADATA,
        "cluster: want 1 to %d characters".formatted(LONGEST_METADATA),
        cluster.isBlank() ? "nothing" : cluster);
    need(!image.isBlank(), "image: want a name or an identifier", "nothing");
    once("flavors", flavors, 1);
    once("networks", networks, 1);
    once("zones", zones, 0);
    once("securityGroups", securityGroups, 0);
    need(
        node.contains("{name}") || node.contains("{ip}") || node.contains("{id}"),
        "node: want a name with {name}, {ip} or {id} in it",
        node);
    new UserData(cluster, userData, provisioning, start);
  }

  /** What a new machine runs when it boots. */
  UserData boot() {
    return new UserData(cluster, userData, provisioning, start);
  }

  private static void once(String key, List<String> names, int least) {
    need(names.size() >= least, key + ": want one or more", "none");
    need(names.stream().noneMatch(String::isBlank), key + ": want names", names.toString());
    need(new HashSet<>(names).size() == names.size(), key + ": want each once", names.toString());
  }

  private static void need(boolean holds, String wanted, String got) {
    if (!holds) {
      throw new InvalidValue("cloud.%s, got %s.".formatted(wanted, got));
    }
  }

  /** The node on a server; by its identifier where it has no address yet. */
  NodeId nodeOn(Server server) {
    return new NodeId(
        node.replace("{name}", server.name())
            .replace("{ip}", server.ip().isEmpty() ? server.id() : server.ip())
            .replace("{id}", server.id()));
  }
}
