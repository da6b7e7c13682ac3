package io.proteus.cloud.ec2;

import io.proteus.cloud.provisioning.Provisioning;
import io.proteus.cloud.provisioning.UserData;
import io.proteus.cloud.provisioning.remote.RestartSettings;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PriceList;
import io.proteus.core.setting.Inline;
import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.InvalidValue;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which instances are started, and which are Proteus's own. Credentials are not among it: the SDK
 * finds them.
 *
 * @param region where instances run
 * @param endpoint of a service that is compatible with EC2; empty: Amazon's
 * @param profile in the files of the AWS command line; empty: as its chain of defaults has it
 * @param cluster the value of the tag {@code proteus-cluster} on instances that are Proteus's own
 * @param image of new instances
 * @param instanceTypes the first is preferred
 * @param subnets one for each zone
 * @param securityGroups of new instances
 * @param keyPair of new instances; empty: none
 * @param userData a file that a new instance runs when it boots
 * @param spot whether new instances are spot instances
 * @param node what the store calls the node on an instance
 * @param prices an hour, by type
 * @param provisioning the stages of a new machine that boots; none beside user data
 * @param start starts the store then; empty: the image does
 * @param restart how a node is restarted on its instance; empty: none is
 */
@Section("Amazon EC2 and what is compatible with it ([details](../clouds/ec2/README.md)).")
public record Ec2CloudSettings(
    @Key(doc = "where instances run", example = "eu-central-1") String region,
    @Key(doc = "a service that is compatible with EC2", example = "https://ec2.cloud.example.com")
        Optional<String> endpoint,
    @Key(
            doc = "a profile of the AWS command line; without one, its chain of defaults is asked",
            example = "proteus")
        Optional<String> profile,
    @Key(
            doc =
                "instances with this value of the tag proteus-cluster, and proteus-by: proteus, are"
                    + " this cluster's, and Proteus may end them",
            example = "orders")
        String cluster,
    @Key(doc = "the image of new instances", example = "ami-0123456789abcdef0") String image,
    @Key(
            doc = "types of new instances; a later one is tried where an earlier one is used up",
            example = "[m5.large, m5a.large]")
        List<String> instanceTypes,
    @Key(
            doc = "subnets, one a zone, which are kept even",
            example = "[subnet-0aaa1111, subnet-0bbb2222]")
        List<String> subnets,
    @Key(doc = "security groups of new instances", example = "[sg-0ccc3333]")
        List<String> securityGroups,
    @Key(doc = "the key pair of new instances", example = "operators") Optional<String> keyPair,
    @Key(
            doc =
                "a file that new instances run when they boot; {settings} in it becomes the node's"
                    + " settings, one key=value a line",
            example = "/etc/proteus/orders-node.sh")
        Optional<String> userData,
    @Key(doc = "whether new instances are spot instances", usual = "false") boolean spot,
    @Key(
            doc =
                "what the store calls the node on an instance, by its private name {host}, its"
                    + " private address {ip} or its {id}",
            usual = "{host}:16020")
        String node,
    @Key(
            doc = "what an instance costs an hour, by its type; any: those that are not listed",
            usual = "{}",
            example = "{m5.large: 0.107, m5a.large: 0.096}")
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
  private static final Pattern REGION = Pattern.compile("[a-z]{2}(-[a-z]+)+-[0-9]+");
  private static final Pattern TYPE = Pattern.compile("[a-z0-9-]+\\.[a-z0-9-]+");
  private static final int LONGEST_TAG = 256;

  public Ec2CloudSettings {
    instanceTypes = List.copyOf(instanceTypes);
    subnets = List.copyOf(subnets);
    securityGroups = List.copyOf(securityGroups);
    need(REGION.matcher(region).matches(), "region: want one such as eu-central-1", region);
    endpoint.ifPresent(at -> need(isAddress(at), "endpoint: want an http or https address", at));
    tag("cluster", cluster);
    id("image", "ami-", image);
    need(!instanceTypes.isEmpty(), "instanceTypes: want one type or more", "none");
    for (String type : instanceTypes) {
      need(TYPE.matcher(type).matches(), "instanceTypes: want types such as m5.large", type);
    }
    need(!subnets.isEmpty(), "subnets: want one subnet or more", "none");
    subnets.forEach(subnet -> id("subnets", "subnet-", subnet));
    need(
        new HashSet<>(subnets).size() == subnets.size(),
        "subnets: want each subnet once",
        subnets.toString());
    securityGroups.forEach(group -> id("securityGroups", "sg-", group));
    need(
        node.contains("{host}") || node.contains("{ip}") || node.contains("{id}"),
        "node: want a name with {host}, {ip} or {id} in it",
        node);
    new UserData(cluster, userData, provisioning, start);
  }

  /** What a new machine runs when it boots. */
  UserData boot() {
    return new UserData(cluster, userData, provisioning, start);
  }

  private static void tag(String key, String value) {
    need(
        !value.isBlank() && value.length() <= LONGEST_TAG && !value.contains("*"),
        key + ": want the value of a tag",
        value.isBlank() ? "nothing" : value);
  }

  private static void id(String key, String prefix, String value) {
    need(
        value.matches(prefix + "[0-9a-z]+"),
        "%s: want an id such as %s0123456789abcdef0".formatted(key, prefix),
        value);
  }

  private static boolean isAddress(String address) {
    try {
      URI uri = URI.create(address);
      return uri.getHost() != null && List.of("http", "https").contains(uri.getScheme());
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static void need(boolean holds, String wanted, String got) {
    if (!holds) {
      throw new InvalidValue("cloud.%s, got %s.".formatted(wanted, got));
    }
  }

  /** The node on an instance; by its id where it has no name yet. */
  NodeId nodeOn(String id, @Nullable String host, @Nullable String ip) {
    return new NodeId(
        node.replace("{host}", host == null || host.isEmpty() ? id : host)
            .replace("{ip}", ip == null || ip.isEmpty() ? id : ip)
            .replace("{id}", id));
  }
}
