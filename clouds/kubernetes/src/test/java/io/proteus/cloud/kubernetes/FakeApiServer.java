package io.proteus.cloud.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An API server with one StatefulSet, its controller, and a kubelet: what Proteus asks for, with
 * faults. Changes want the version that is there, as the real one's do.
 */
final class FakeApiServer implements AutoCloseable {
  static final String NAMESPACE = "shop";
  static final String NAME = "orders";
  static final String MAP = "orders-settings";
  private static final ObjectMapper JSON = new ObjectMapper();

  static {
    // else each answer waits for the acknowledgement of its head
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer server;
  final ObjectNode statefulSet = JSON.createObjectNode();
  final ObjectNode configMap = JSON.createObjectNode();
  final Map<String, ObjectNode> pods = new TreeMap<>();
  final FakeLeases leases = new FakeLeases();

  /** With which settings each pod runs, by its name. */
  final Map<String, Map<String, String>> running = new TreeMap<>();

  private int version = 1;
  private int uids;

  /** So many of the next requests are answered with this instead. */
  int refusals;

  int refusal;

  /** So many of the next changes are carried out, and their answers lost. */
  int lostAnswers;

  /** So many of the next changes find that somebody else was faster. */
  int conflicts;

  /** So many of the next changes of the StatefulSet find that somebody else wanted a pod more. */
  int othersGrow;

  /** With what changes of the StatefulSet are refused; not where it is 0. */
  int refusedScaling;

  /** Whether the next change of it finds that somebody else ended the last pod and started one. */
  boolean othersReplaceLast;

  /** Whether there are no rights to change Leases. */
  boolean forbidsToWrite;

  /** Whether there is a place for Leases. */
  boolean knowsLeases = true;

  /** Whether the controller and the kubelet do anything. */
  boolean reconciles = true;

  /** What the only disruption budget allows; none where it is negative. */
  int disruptionsAllowed = -1;

  FakeApiServer(int replicas) throws IOException {
    begin(replicas);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  /** Forgets all, and has so many pods. */
  synchronized void begin(int replicas) {
    statefulSet.removeAll();
    configMap.removeAll();
    pods.clear();
    running.clear();
    metadata(statefulSet, NAME).put("uid", "uid-of-set");
    statefulSet.put("apiVersion", "apps/v1").put("kind", "StatefulSet");
    ObjectNode spec = statefulSet.putObject("spec");
    spec.put("replicas", replicas).put("serviceName", NAME);
    spec.putObject("selector").putObject("matchLabels").put("app", NAME);
    metadata(configMap, MAP);
    configMap.put("apiVersion", "v1").put("kind", "ConfigMap").putObject("data");
    reconcile();
  }

  private ObjectNode metadata(ObjectNode object, String name) {
    ObjectNode metadata = object.putObject("metadata");
    metadata.put("name", name).put("namespace", NAMESPACE);
    metadata.put("resourceVersion", String.valueOf(version));
    metadata.put("creationTimestamp", "2026-01-02T03:04:05Z");
    metadata.putObject("annotations");
    return metadata;
  }

  KubernetesClient client() {
    return KubernetesConnection.client(config());
  }

  KubernetesClient clientForClaim() {
    return KubernetesConnection.clientForClaim(config());
  }

  private Config config() {
    return new ConfigBuilder(Config.empty())
        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
        .withRequestRetryBackoffInterval(1)
        .build();
  }

  synchronized int replicas() {
    return statefulSet.at("/spec/replicas").intValue();
  }

  synchronized List<RunningPod> running() {
    return running.entrySet().stream()
        .map(
            one ->
                new RunningPod(
                    one.getKey(),
                    pods.get(one.getKey()).at("/metadata/uid").asText(),
                    Map.copyOf(one.getValue())))
        .toList();
  }

  /** A pod that has the same labels, and another owner. */
  synchronized void addStranger(String name) {
    pods.put(name, pod(name, "uid-of-another"));
  }

  private ObjectNode pod(String name, String owner) {
    ObjectNode pod = JSON.createObjectNode().put("apiVersion", "v1").put("kind", "Pod");
    ObjectNode metadata = metadata(pod, name).put("uid", "uid-" + ++uids);
    metadata.putObject("labels").put("app", NAME);
    metadata
        .putArray("ownerReferences")
        .addObject()
        .put("apiVersion", "apps/v1")
        .put("kind", "StatefulSet")
        .put("name", NAME)
        .put("uid", owner)
        .put("controller", true);
    pod.putObject("spec").put("nodeName", "worker-1");
    ObjectNode status = pod.putObject("status").put("podIP", "10.0.0." + uids);
    status.putArray("conditions").addObject().put("type", "Ready").put("status", "True");
    return pod;
  }

  /** Makes the pods that are wanted, and ends those that are not. */
  synchronized void reconcile() {
    if (!reconciles) {
      return;
    }
    for (int ordinal = 0; ordinal < replicas(); ordinal++) {
      String name = NAME + "-" + ordinal;
      if (!pods.containsKey(name)) {
        pods.put(name, pod(name, "uid-of-set"));
        running.put(name, SettingLines.read(configMap.at("/data/" + name).asText("")));
      }
    }
    running.keySet().removeIf(name -> ordinal(name) >= replicas());
    pods.keySet().removeIf(name -> ours(name) && ordinal(name) >= replicas());
  }

  private boolean ours(String name) {
    return "uid-of-set".equals(pods.get(name).at("/metadata/ownerReferences/0/uid").asText());
  }

  private static int ordinal(String pod) {
    return Integer.parseInt(pod.substring(pod.lastIndexOf('-') + 1));
  }

  private record Answer(int code, JsonNode body) {}

  private static Answer refused(int code, String message) {
    return new Answer(
        code,
        JSON.createObjectNode()
            .put("kind", "Status")
            .put("apiVersion", "v1")
            .put("status", "Failure")
            .put("message", message)
            .put("code", code));
  }

  private void answer(HttpExchange exchange) throws IOException {
    byte[] asked = exchange.getRequestBody().readAllBytes();
    Answer answer;
    boolean lost = false;
    synchronized (this) {
      if (refusals > 0) {
        refusals--;
        answer = refused(refusal, "refused for the test");
      } else {
        boolean changes = !exchange.getRequestMethod().equals("GET");
        answer = of(exchange, changes, asked);
        if (changes && lostAnswers > 0) {
          lostAnswers--;
          lost = true;
        }
      }
      reconcile();
    }
    if (!lost) {
      byte[] body = JSON.writeValueAsBytes(answer.body());
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(answer.code(), body.length);
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  private Answer of(HttpExchange exchange, boolean changes, byte[] asked) throws IOException {
    String path = exchange.getRequestURI().getPath();
    String inNamespace = "/namespaces/" + NAMESPACE + "/";
    if (path.equals("/apis/apps/v1" + inNamespace + "statefulsets/" + NAME)) {
      return object(statefulSet, changes, asked);
    }
    if (path.equals("/api/v1" + inNamespace + "configmaps/" + MAP)) {
      return object(configMap, changes, asked);
    }
    if (path.equals("/api/v1" + inNamespace + "pods")) {
      return new Answer(200, list("PodList", pods.values()));
    }
    if (path.endsWith("/eviction")) {
      return evict(path.split("/")[6], JSON.readTree(asked));
    }
    if (path.equals("/apis/policy/v1" + inNamespace + "poddisruptionbudgets")) {
      return new Answer(200, budgets());
    }
    if (path.startsWith(FakeLeases.PATH)) {
      return lease(exchange.getRequestMethod(), path, changes, asked);
    }
    return refused(404, path + " not found by " + new String(asked, UTF_8));
  }

  private Answer lease(String method, String path, boolean changes, byte[] asked)
      throws IOException {
    String name = path.substring(FakeLeases.PATH.length()).replace("/", "");
    if (!knowsLeases) {
      return refused(404, "namespaces \"" + NAMESPACE + "\" not found");
    }
    if (changes && forbidsToWrite) {
      return refused(403, "leases.coordination.k8s.io is forbidden");
    }
    if (changes && conflicts > 0) {
      conflicts--;
      leases.touch(name);
    }
    var answer = leases.answer(method, name, asked);
    return answer.getKey() == 200
        ? new Answer(200, answer.getValue())
        : refused(answer.getKey(), "the Lease is not as it was");
  }

  private static ObjectNode list(String kind, Iterable<ObjectNode> items) {
    ObjectNode list = JSON.createObjectNode().put("kind", kind).put("apiVersion", "v1");
    list.putObject("metadata");
    var array = list.putArray("items");
    items.forEach(array::add);
    return list;
  }

  private ObjectNode budgets() {
    ObjectNode list = list("PodDisruptionBudgetList", List.of());
    list.put("apiVersion", "policy/v1");
    if (disruptionsAllowed >= 0) {
      ObjectNode budget = JSON.createObjectNode();
      metadata(budget, "orders-budget");
      budget.putObject("spec").putObject("selector").putObject("matchLabels").put("app", NAME);
      budget.putObject("status").put("disruptionsAllowed", disruptionsAllowed);
      list.withArray("items").add(budget);
    }
    return list;
  }

  private Answer object(ObjectNode object, boolean changes, byte[] asked) throws IOException {
    if (!changes) {
      return new Answer(200, object);
    }
    JsonNode patch = JSON.readTree(asked);
    if (object == statefulSet && refusedScaling > 0) {
      return refused(refusedScaling, "refused for the test");
    }
    if (object == statefulSet && othersReplaceLast) {
      othersReplaceLast = false;
      pods.remove(NAME + "-" + (replicas() - 1));
      reconcile();
      ((ObjectNode) object.get("metadata")).put("resourceVersion", String.valueOf(++version));
    }
    if (object == statefulSet && othersGrow > 0) {
      othersGrow--;
      statefulSet.withObject("/spec").put("replicas", replicas() + 1);
      ((ObjectNode) object.get("metadata")).put("resourceVersion", String.valueOf(++version));
    }
    if (conflicts > 0) {
      conflicts--;
      ((ObjectNode) object.get("metadata")).put("resourceVersion", String.valueOf(++version));
    }
    if (!patch.at("/metadata/resourceVersion").equals(object.at("/metadata/resourceVersion"))) {
      return refused(409, "the object has been modified");
    }
    merge(object, patch);
    ((ObjectNode) object.get("metadata")).put("resourceVersion", String.valueOf(++version));
    return new Answer(200, object);
  }

  /** As RFC 7386 has it. */
  private static void merge(ObjectNode object, JsonNode patch) {
    patch
        .fields()
        .forEachRemaining(
            field -> {
              if (field.getValue().isNull()) {
                object.remove(field.getKey());
              } else if (field.getValue().isObject()) {
                merge(object.withObject("/" + field.getKey()), field.getValue());
              } else {
                object.set(field.getKey(), field.getValue());
              }
            });
  }

  private Answer evict(String name, JsonNode eviction) {
    ObjectNode pod = pods.get(name);
    if (pod == null) {
      return refused(404, "pods \"" + name + "\" not found");
    }
    JsonNode wanted = eviction.at("/deleteOptions/preconditions/uid");
    if (!wanted.equals(pod.at("/metadata/uid"))) {
      return refused(409, "the UID in the precondition does not match");
    }
    if (disruptionsAllowed == 0) {
      return refused(429, "Cannot evict pod as it would violate the pod's disruption budget.");
    }
    pods.remove(name);
    running.remove(name);
    return new Answer(201, JSON.createObjectNode().put("kind", "Status").put("apiVersion", "v1"));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
