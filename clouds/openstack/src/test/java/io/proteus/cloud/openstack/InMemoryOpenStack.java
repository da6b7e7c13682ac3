package io.proteus.cloud.openstack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Keystone, Nova, Glance and Neutron in memory, as far as Proteus asks them, with faults. */
final class InMemoryOpenStack implements Wire {
  static final ObjectMapper JSON = new ObjectMapper();
  static final String KEYSTONE = "http://keystone:5000";
  private static final List<String> FLAVORS = List.of("m1.large", "m1.xlarge");
  private static final List<String> NETWORKS = List.of("private", "storage");

  /** So that an order which is given again looks before the late one has come. */
  private static final int LISTINGS_BEFORE_LATE = 2;

  private final Map<String, ObjectNode> servers = new TreeMap<>();
  private final Map<String, ObjectNode> late = new TreeMap<>();
  private final Map<String, Integer> booting = new HashMap<>();
  private final Map<String, String> userData = new HashMap<>();

  /** The flavour and zone that have no host, as in {@code m1.large a}. */
  final Set<String> full = new HashSet<>();

  final Set<String> ended = new HashSet<>();

  /** The statuses with which the next requests of Nova are refused. */
  final Deque<Integer> refusals = new ArrayDeque<>();

  /** Images by name. */
  final List<String> images = new ArrayList<>(List.of("orders-node", "twice", "twice"));

  final List<String> asked = new ArrayList<>();
  String password = "right";
  int quota = Integer.MAX_VALUE;
  int runsAfter = 1;
  boolean losesAnswer;
  boolean carriesOutLate;
  boolean spawnFails;
  String orderRefused = "";
  private String token = "none";
  private int number;
  private int untilLate;

  /** Tokens that were given are taken no more. */
  void expireTokens() {
    token = "expired";
  }

  @Override
  public Answer send(Call call) throws IOException {
    URI uri = URI.create(call.address());
    asked.add(call.method() + " " + uri.getPath());
    if (uri.getHost().equals("keystone")) {
      return logIn(call);
    }
    if (!token.equals(call.headers().get("X-Auth-Token"))) {
      return refused(401, "The request you have made requires authentication.");
    }
    return switch (uri.getHost()) {
      case "glance" -> listed("images", imagesOf(uri));
      case "neutron" -> listed("networks", named(NETWORKS));
      default -> nova(call, uri);
    };
  }

  private Answer logIn(Call call) throws IOException {
    JsonNode identity = JSON.readTree(call.body()).path("auth").path("identity");
    String secret = identity.path("application_credential").path("secret").asText();
    if (!secret.equals(password)) {
      return refused(401, "Application credential is invalid.");
    }
    token = "token-" + ++number;
    ObjectNode body = JSON.createObjectNode();
    ArrayNode catalogue = body.putObject("token").putArray("catalog");
    Map.of("compute", "http://nova/v2.1", "image", "http://glance", "network", "http://neutron")
        .forEach(
            (type, url) ->
                catalogue
                    .addObject()
                    .put("type", type)
                    .putArray("endpoints")
                    .addObject()
                    .put("interface", "public")
                    .put("region_id", "RegionOne")
                    .put("url", url));
    return new Answer(201, Map.of("x-subject-token", token), body.toString());
  }

  private Answer nova(Call call, URI uri) throws IOException {
    if (!refusals.isEmpty()) {
      return refused(refusals.remove(), "no");
    }
    String path = uri.getPath().replace("/v2.1", "");
    if (path.equals("/flavors")) {
      return listed("flavors", named(FLAVORS));
    }
    if (path.equals("/servers/detail")) {
      servers.keySet().forEach(this::goesOn);
      ArrayNode all = JSON.createArrayNode().addAll(servers.values());
      if (!late.isEmpty() && --untilLate == 0) {
        servers.putAll(late);
        late.clear();
      }
      return listed("servers", all);
    }
    if (call.method().equals("POST")) {
      return order(JSON.readTree(call.body()).path("server"));
    }
    String id = path.replace("/servers/", "");
    if (!servers.containsKey(id)) {
      return refused(404, "Instance could not be found.");
    }
    if (call.method().equals("DELETE")) {
      ended.add(id);
      servers.remove(id);
      return new Answer(204, Map.of(), "");
    }
    goesOn(id);
    return new Answer(
        200, Map.of(), JSON.createObjectNode().set("server", servers.get(id)).toString());
  }

  private Answer order(JsonNode asked) throws IOException {
    if (!orderRefused.isEmpty()) {
      return refused(400, orderRefused);
    }
    if (servers.size() + late.size() >= quota) {
      return refused(403, "Quota exceeded for instances: Requested 1, but already used all.");
    }
    ObjectNode server = server(asked);
    String id = server.path("id").asText();
    if (carriesOutLate) {
      carriesOutLate = false;
      late.put(id, server);
      untilLate = LISTINGS_BEFORE_LATE;
      throw new IOException("request timed out");
    }
    servers.put(id, server);
    if (losesAnswer) {
      losesAnswer = false;
      throw new IOException("request timed out");
    }
    return new Answer(202, Map.of(), JSON.createObjectNode().set("server", server).toString());
  }

  private ObjectNode server(JsonNode asked) {
    String id = "s-%04d".formatted(++number);
    String zone = asked.path("availability_zone").asText("nova");
    String flavor = FLAVORS.get(Integer.parseInt(asked.path("flavorRef").asText().substring(9)));
    ObjectNode server = JSON.createObjectNode();
    server.put("id", id).put("name", asked.path("name").asText()).put("status", "BUILD");
    server.put("created", "2026-01-01T00:%02d:%02dZ".formatted(number / 60 % 60, number % 60));
    server.set("metadata", asked.path("metadata"));
    server.put("OS-EXT-AZ:availability_zone", zone);
    server.putObject("flavor").put("original_name", flavor);
    userData.put(server.path("name").asText(), asked.path("user_data").asText());
    booting.put(id, runsAfter);
    if (full.contains(flavor + " " + zone)) {
      fail(server, "No valid host was found. There are not enough hosts available.");
    } else if (spawnFails) {
      spawnFails = false;
      fail(server, "Build of instance aborted: no space.");
    }
    return server;
  }

  private static void fail(ObjectNode server, String fault) {
    server.put("status", "ERROR").putObject("fault").put("message", fault);
  }

  private void goesOn(String id) {
    ObjectNode server = servers.get(id);
    if (server.path("status").asText().equals("BUILD") && booting.merge(id, -1, Integer::sum) < 0) {
      server.put("status", "ACTIVE").put("OS-SRV-USG:launched_at", "2026-01-01T01:00:00.000000");
    }
  }

  /** Starts a server, as anybody may. */
  String start(Map<String, String> metadata) {
    ObjectNode asked = JSON.createObjectNode().put("name", "other").put("flavorRef", "id-flavor0");
    ObjectNode tags = asked.putObject("metadata");
    metadata.forEach((name, value) -> tags.put(name, value));
    ObjectNode server = server(asked);
    servers.put(server.path("id").asText(), server);
    return server.path("id").asText();
  }

  /** Somebody else ends it, or its host fails. */
  void remove(String id) {
    servers.remove(id);
  }

  /** A server that ran fails with its host. */
  void failsAfterItRan(String id) {
    fail(servers.get(id), "host is down");
  }

  String userData(String name) {
    return new String(
        java.util.Base64.getDecoder().decode(userData.getOrDefault(name, "")),
        java.nio.charset.StandardCharsets.UTF_8);
  }

  List<Server> servers() {
    return servers.values().stream().map(Server::of).toList();
  }

  private ArrayNode imagesOf(URI uri) {
    String query = String.valueOf(uri.getQuery());
    return named(
        query.startsWith("name=")
            ? images.stream().filter(name -> query.equals("name=" + name)).toList()
            : images);
  }

  private static ArrayNode named(List<String> names) {
    ArrayNode list = JSON.createArrayNode();
    for (int at = 0; at < names.size(); at++) {
      list.addObject().put("id", "id-flavor" + at).put("name", names.get(at));
    }
    return list;
  }

  private static Answer listed(String name, JsonNode list) {
    return new Answer(200, Map.of(), JSON.createObjectNode().set(name, list).toString());
  }

  private static Answer refused(int status, String said) throws JsonProcessingException {
    return new Answer(
        status,
        Map.of("retry-after", "1"),
        JSON.writeValueAsString(Map.of("error", Map.of("message", said))));
  }
}
