package io.proteus.cloud.openstack;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.Neighbours;
import io.proteus.core.port.PortException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * The order for one more server.
 *
 * @param tags by which it is found again
 * @param script that it runs when it boots; empty where there is none
 */
record ServerOrder(OpenStackSettings settings, MachineTags tags, String script) {
  /** Nova takes no more, in Base64. */
  private static final int USER_DATA_CHARACTERS = 65535;

  private static final int TOKEN_BYTES = 16;
  private static final int RANDOM_CHARACTERS = 8;

  /** Names of hosts have 63 characters. */
  private static final int CLUSTER_CHARACTERS = 50;

  static ServerOrder of(
      OpenStackSettings settings,
      Map<String, String> wanted,
      Neighbours neighbours,
      MachineTags tags)
      throws PortException {
    return new ServerOrder(settings, tags, script(settings, wanted, neighbours));
  }

  /**
   * The token of an order that no step gives: the same for the same total and the same servers, so
   * that a repeated order is known, and one after a server has ended is another.
   */
  static String token(int total, List<Server> own) {
    String ids = own.stream().map(Server::id).sorted().collect(Collectors.joining(","));
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest((total + "|" + ids).getBytes(UTF_8));
      return "total-" + HexFormat.of().formatHex(digest, 0, TOKEN_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String script(
      OpenStackSettings settings, Map<String, String> wanted, Neighbours neighbours)
      throws PortException {
    String script = encoded(settings.boot().script(wanted, neighbours));
    if (script.length() > USER_DATA_CHARACTERS) {
      throw new PortException(
          "%s: want at most %d characters of Base64 with the node's settings, got %d."
              .formatted(
                  settings.userData().isPresent() ? "cloud.userData" : "cloud.files",
                  USER_DATA_CHARACTERS,
                  script.length()));
    }
    return script;
  }

  private static String encoded(String script) {
    return Base64.getEncoder().encodeToString(script.getBytes(UTF_8));
  }

  /**
   * As Nova takes it.
   *
   * @param zone empty: Nova chooses
   */
  ObjectNode body(String image, String flavor, List<String> networks, Optional<String> zone) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode server = body.putObject("server");
    server.put("name", name());
    server.put("imageRef", image);
    server.put("flavorRef", flavor);
    networks.forEach(network -> server.withArray("networks").addObject().put("uuid", network));
    ObjectNode metadata = server.putObject("metadata");
    tags.asMap().forEach((name, value) -> metadata.put(name, value));
    zone.ifPresent(at -> server.put("availability_zone", at));
    settings.keyPair().ifPresent(key -> server.put("key_name", key));
    settings
        .securityGroups()
        .forEach(group -> server.withArray("security_groups").addObject().put("name", group));
    if (!script.isEmpty()) {
      server.put("user_data", script);
    }
    return body;
  }

  /** Another one each time: two nodes of one name could not be told apart. */
  private String name() {
    String cluster = settings.cluster().replaceAll("[^A-Za-z0-9-]", "-");
    return "%s-%s"
        .formatted(
            cluster.substring(0, Math.min(cluster.length(), CLUSTER_CHARACTERS)),
            UUID.randomUUID().toString().substring(0, RANDOM_CHARACTERS));
  }
}
