package io.proteus.cloud.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.core.port.MachineTags;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A server as Nova lists it.
 *
 * @param status {@code BUILD}, {@code ACTIVE}, {@code ERROR} and others
 * @param task in hand; empty where there is none
 * @param ip the first of its addresses; empty before it has one
 * @param host by a name without a meaning; empty until a place was found
 * @param launched whether it ever ran
 * @param fault why it failed; empty where it did not
 */
record Server(
    String id,
    String name,
    String status,
    String task,
    Instant created,
    Optional<String> flavor,
    String zone,
    String ip,
    String host,
    boolean launched,
    String fault,
    Map<String, String> metadata) {
  /** Of two, the older one stays; the identifier decides where both are of one second. */
  static final Comparator<Server> OLDEST =
      Comparator.comparing(Server::created).thenComparing(server -> server.id());

  private static final Set<String> GONE = Set.of("DELETED", "SOFT_DELETED");

  Server {
    metadata = Map.copyOf(metadata);
  }

  static Server of(JsonNode server) {
    Map<String, String> metadata = new TreeMap<>();
    server
        .path("metadata")
        .properties()
        .forEach(tag -> metadata.put(tag.getKey(), tag.getValue().asText()));
    String flavor = server.path("flavor").path("original_name").asText("");
    return new Server(
        server.path("id").asText(),
        server.path("name").asText(),
        server.path("status").asText(),
        text(server.path("OS-EXT-STS:task_state")),
        moment(server.path("created").asText()),
        flavor.isEmpty() ? Optional.empty() : Optional.of(flavor),
        text(server.path("OS-EXT-AZ:availability_zone")),
        address(server.path("addresses")),
        text(server.path("hostId")),
        !text(server.path("OS-SRV-USG:launched_at")).isEmpty(),
        text(server.path("fault").path("message")),
        metadata);
  }

  private static String text(JsonNode value) {
    return value.isTextual() ? value.asText() : "";
  }

  private static Instant moment(String text) {
    return text.isEmpty() ? Instant.EPOCH : Instant.parse(text);
  }

  private static String address(JsonNode networks) {
    for (JsonNode network : networks) {
      for (JsonNode address : network) {
        if (!address.path("OS-EXT-IPS:type").asText().equals("floating")) {
          return address.path("addr").asText();
        }
      }
    }
    return "";
  }

  boolean isOf(String cluster) {
    return MachineTags.read(metadata).filter(tags -> tags.cluster().equals(cluster)).isPresent();
  }

  String token() {
    return metadata.getOrDefault(MachineTags.TOKEN, "");
  }

  boolean isGone() {
    return GONE.contains(status) || task.equals("deleting");
  }

  /** It never ran and never will. One that failed after it ran may still run a node. */
  boolean failedToStart() {
    return status.equals("ERROR") && !launched;
  }

  boolean counts() {
    return !isGone() && !failedToStart();
  }

  /** Whether a place was found for it. */
  boolean isPlaced() {
    return launched || status.equals("ACTIVE") || task.equals("spawning");
  }
}
