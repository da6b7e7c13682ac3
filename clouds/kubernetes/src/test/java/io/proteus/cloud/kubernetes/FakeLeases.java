package io.proteus.cloud.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** The Leases of a namespace: a change wants the version that is there, as the real server's do. */
final class FakeLeases {
  static final String PATH =
      "/apis/coordination.k8s.io/v1/namespaces/" + FakeApiServer.NAMESPACE + "/leases";

  private final ObjectMapper json = new ObjectMapper();
  private final Map<String, ObjectNode> all = new TreeMap<>();
  private int version;
  private int uids;

  /** How many changes were made. */
  int writes;

  ObjectNode get(String name) {
    return all.get(name);
  }

  void delete(String name) {
    all.remove(name);
  }

  /** What somebody else writes who knows nothing of Proteus. */
  void put(String name, String spec) throws IOException {
    ObjectNode lease = (ObjectNode) json.readTree("{\"metadata\": {}, \"spec\": " + spec + "}");
    lease.withObject("/metadata").put("name", name).put("namespace", FakeApiServer.NAMESPACE);
    create(lease);
  }

  /** Somebody else writes something that has nothing to do with the claim. */
  void touch(String name) {
    if (all.containsKey(name)) {
      all.get(name).withObject("/metadata").put("resourceVersion", "touched-" + ++version);
    }
  }

  /**
   * Answers a request.
   *
   * @param name empty where one is to be made
   * @return the code and the Lease, which is null for a refusal
   */
  Map.Entry<Integer, ObjectNode> answer(String method, String name, byte[] asked)
      throws IOException {
    ObjectNode there = all.get(name);
    return switch (method) {
      case "POST" -> create((ObjectNode) json.readTree(asked));
      case "PUT" -> there == null ? refused(404) : update(there, json.readTree(asked));
      case "GET" -> there == null ? refused(404) : Map.entry(200, there);
      default -> refused(405);
    };
  }

  private static Map.Entry<Integer, ObjectNode> refused(int code) {
    return Map.entry(code, new ObjectMapper().createObjectNode());
  }

  private Map.Entry<Integer, ObjectNode> create(ObjectNode lease) {
    String name = lease.at("/metadata/name").asText();
    if (all.containsKey(name)) {
      return refused(409);
    }
    lease.put("kind", "Lease").put("apiVersion", "coordination.k8s.io/v1");
    lease.withObject("/metadata").put("uid", "uid-of-lease-" + ++uids);
    return written(name, lease);
  }

  private Map.Entry<Integer, ObjectNode> update(ObjectNode there, JsonNode wanted) {
    if (!there.at("/metadata/resourceVersion").equals(wanted.at("/metadata/resourceVersion"))) {
      return refused(409);
    }
    if (there.equals(wanted)) {
      return Map.entry(200, there); // no change makes no version
    }
    return written(there.at("/metadata/name").asText(), (ObjectNode) wanted);
  }

  private Map.Entry<Integer, ObjectNode> written(String name, ObjectNode lease) {
    writes++;
    lease.withObject("/metadata").put("resourceVersion", String.valueOf(++version));
    all.put(name, lease);
    return Map.entry(200, lease);
  }
}
