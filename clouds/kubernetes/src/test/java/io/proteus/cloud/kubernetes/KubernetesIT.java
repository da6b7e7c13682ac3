package io.proteus.cloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.Launch;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.PriceList;
import io.proteus.testkit.CloudContractTest;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of all clouds with a real API server and the real controllers of StatefulSets and
 * disruption budgets, asked with the rights of {@code packaging/kubernetes} and no others.
 */
class KubernetesIT extends CloudContractTest {
  private static final Path BASE = Path.of("../../packaging/kubernetes");
  private static final String NAMESPACE = "shop";
  private static final String NAME = "orders";
  private static final String MAP = "orders-settings";
  private static final Map<String, String> LABELS = Map.of("app", NAME);
  private static final NodeId LAST = PodStore.node("orders-1");
  private static final int TRIALS = 20;
  private static final int ORDERS = 6;
  private static final int MOST = 4;

  /** A resource of an operator, and the right to it. */
  private static final String STORES =
      """
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: {name: stores.example.org}
      spec:
        group: example.org
        scope: Namespaced
        names: {plural: stores, singular: store, kind: Store}
        versions:
          - name: v1
            served: true
            storage: true
            schema:
              openAPIV3Schema:
                type: object
                properties:
                  spec:
                    type: object
                    properties:
                      size: {type: integer, minimum: 0}
                      podSettings: {type: object, additionalProperties: {type: string}}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: Role
      metadata: {name: proteus-stores, namespace: shop}
      rules:
        - {apiGroups: [example.org], resources: [stores], resourceNames: [orders], verbs: [get, patch]}
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata: {name: proteus-stores, namespace: shop}
      roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: proteus-stores}
      subjects: [{kind: ServiceAccount, name: proteus, namespace: shop}]
      """;

  @TempDir private static Path folder;
  private static ControlPlane plane;
  private static KubernetesClient admin;
  private static Kubelet kubelet;

  private KubernetesClient client;
  private KubernetesCloud cloud;
  private PodStore store;

  @BeforeAll
  static void start() throws Exception {
    assumeTrue(
        ControlPlane.isThere(),
        "the control plane of Kubernetes was not built; ./verify does where Go is installed");
    plane = ControlPlane.start(folder);
    admin = plane.admin();
    plane.kubectl("create", "namespace", NAMESPACE);
    plane.kubectl("create", "configmap", MAP, "-n", NAMESPACE);
    // that of Proteus itself is not what is tried; its Deployment has no controller here
    plane.kubectl("apply", "-k", BASE.toString(), "--validate=strict");
    admin.apps().statefulSets().inNamespace(NAMESPACE).resource(statefulSet()).create();
    plane.kubectl(
        "apply", "-f", Files.writeString(folder.resolve("stores.yaml"), STORES).toString());
    kubelet = new Kubelet(admin, NAMESPACE, MAP);
    System.setProperty("kubeconfig", plane.kubeconfig("proteus", token("proteus")).toString());
  }

  private static StatefulSet statefulSet() {
    return new StatefulSetBuilder()
        .withNewMetadata()
        .withName(NAME)
        .endMetadata()
        .withNewSpec()
        .withReplicas(0)
        .withServiceName(NAME)
        .withPodManagementPolicy("Parallel")
        .withNewSelector()
        .withMatchLabels(LABELS)
        .endSelector()
        .withNewTemplate()
        .withNewMetadata()
        .withLabels(LABELS)
        .endMetadata()
        .withNewSpec()
        .addNewContainer()
        .withName("store")
        .withImage("store:1")
        .endContainer()
        .endSpec()
        .endTemplate()
        .endSpec()
        .build();
  }

  /** As the API server gives it to the pods of a service account. */
  private static String token(String account) {
    return admin
        .serviceAccounts()
        .inNamespace(NAMESPACE)
        .withName(account)
        .tokenRequest(
            new TokenRequestBuilder().withNewSpec().withExpirationSeconds(3600L).endSpec().build())
        .getStatus()
        .getToken();
  }

  @AfterAll
  static void end() {
    System.clearProperty("kubeconfig");
    if (kubelet != null) {
      kubelet.close();
    }
    if (admin != null) {
      admin.close();
    }
    if (plane != null) {
      plane.close();
    }
  }

  @BeforeEach
  void startTwoPods() throws PortException {
    scale(2);
    client = new KubernetesConnection(settings("proteus")).client();
    cloud = cloud(settings("proteus"));
    store = new PodStore(kubelet::running);
  }

  private static KubernetesCloudSettings settings(String context) {
    return new KubernetesCloudSettings(
        Optional.of(context),
        NAMESPACE,
        NAME,
        Optional.of(MAP),
        Optional.empty(),
        "spec.replicas",
        Optional.empty(),
        "{pod}.{service}:1",
        new PriceList(Map.of(PriceList.ANY, new BigDecimal("0.12"))));
  }

  private KubernetesCloud cloud(KubernetesCloudSettings settings) {
    return new KubernetesCloud(
        settings, new StatefulSetApi(settings, client), InstantSource.system(), said -> {});
  }

  /** Sets it as anybody would who knows nothing of Proteus, and waits for its pods. */
  private static void scale(int pods) {
    admin.apps().statefulSets().inNamespace(NAMESPACE).withName(NAME).scale(pods);
    awaitPods(pods);
  }

  private static void awaitPods(int pods) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(
            () ->
                assertThat(kubelet.running())
                    .extracting(RunningPod::name)
                    .containsExactlyInAnyOrderElementsOf(names(pods)));
  }

  private static List<String> names(int pods) {
    List<String> names = new ArrayList<>();
    for (int pod = 0; pod < pods; pod++) {
      names.add(NAME + "-" + pod);
    }
    return names;
  }

  @AfterEach
  void reset() {
    if (client != null) {
      client.close();
    }
    if (admin == null) {
      return;
    }
    admin.policy().v1().podDisruptionBudget().inNamespace(NAMESPACE).delete();
    admin.pods().inNamespace(NAMESPACE).withName("orders-7").withGracePeriod(0).delete();
    scale(0);
    admin
        .configMaps()
        .inNamespace(NAMESPACE)
        .withName(MAP)
        .edit(
            map -> {
              map.setData(Map.of());
              return map;
            });
  }

  /** It has no owner, and the labels of the others. */
  @Override
  protected void aStrangerStartsAMachine() {
    admin
        .pods()
        .inNamespace(NAMESPACE)
        .resource(
            new PodBuilder()
                .withNewMetadata()
                .withName("orders-7")
                .withLabels(LABELS)
                .endMetadata()
                .withNewSpec()
                .withNodeName("another-worker")
                .addNewContainer()
                .withName("other")
                .withImage("other:1")
                .endContainer()
                .endSpec()
                .build())
        .create();
  }

  @Override
  protected Ports ports() {
    return Ports.of(store, cloud);
  }

  @Override
  protected Duration patience() {
    return Duration.ofSeconds(60);
  }

  private static int replicas() {
    return admin
        .apps()
        .statefulSets()
        .inNamespace(NAMESPACE)
        .withName(NAME)
        .get()
        .getSpec()
        .getReplicas();
  }

  @Test
  void respectsADisruptionBudgetThatTheServerKeeps() throws PortException {
    admin
        .policy()
        .v1()
        .podDisruptionBudget()
        .inNamespace(NAMESPACE)
        .resource(
            new PodDisruptionBudgetBuilder()
                .withNewMetadata()
                .withName("orders-budget")
                .endMetadata()
                .withNewSpec()
                .withMinAvailable(new IntOrString(2))
                .withNewSelector()
                .withMatchLabels(LABELS)
                .endSelector()
                .endSpec()
                .build())
        .create();
    Awaitility.await("the budget counts")
        .atMost(patience())
        .until(
            () ->
                admin
                        .policy()
                        .v1()
                        .podDisruptionBudget()
                        .inNamespace(NAMESPACE)
                        .withName("orders-budget")
                        .get()
                        .getStatus()
                        .getCurrentHealthy()
                    == 2);

    assertThatThrownBy(() -> cloud.restart(LAST, SettingsChange.NOTHING))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "orders-1 is not restarted now: the PodDisruptionBudget orders-budget allows no pod to"
                + " go. It is asked again.");
    assertThatThrownBy(() -> cloud.terminate(LAST))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("orders-1 is not ended now: the PodDisruptionBudget orders-budget");
    assertThat(kubelet.running()).hasSize(2);
    assertThat(replicas()).isEqualTo(2);

    cloud.launch(3, Map.of());
    awaitPods(3);
    Awaitility.await("one may go")
        .atMost(patience())
        .untilAsserted(() -> cloud.terminate(PodStore.node("orders-2")));
    awaitPods(2);
  }

  @Test
  void endsNoLaterPodOfTheNameWhenAnOrderIsRepeatedLate() throws PortException {
    cloud.terminate(LAST, "plan-7-2");
    awaitPods(1);
    scale(2);

    cloud(settings("proteus")).terminate(LAST, "plan-7-2");

    assertThat(replicas()).isEqualTo(2);
    cloud.terminate(LAST, "plan-8-1");
    awaitPods(1);
  }

  /** The table of least rights is what the server lets this account do. */
  @Test
  void mayNothingThatItDoesNotNeed() {
    List<Runnable> more =
        List.of(
            () -> client.secrets().inNamespace(NAMESPACE).list(),
            () -> client.pods().inNamespace(NAMESPACE).withName("orders-0").delete(),
            () -> client.apps().statefulSets().inNamespace(NAMESPACE).list(),
            () -> client.apps().statefulSets().inNamespace(NAMESPACE).withName(NAME).delete(),
            () -> client.configMaps().inNamespace(NAMESPACE).withName("proteus").get(),
            () -> client.pods().inNamespace("default").list());

    for (Runnable one : more) {
      assertThatThrownBy(one::run)
          .isInstanceOfSatisfying(
              KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(403));
    }
    assertThat(kubelet.running()).hasSize(2);
  }

  @Test
  void saysWhichRightIsMissing() throws Exception {
    System.setProperty("kubeconfig", plane.kubeconfig("nobody", token("default")).toString());
    try (KubernetesClient nobody = new KubernetesConnection(settings("nobody")).client()) {
      assertThatThrownBy(() -> new StatefulSetApi(settings("nobody"), nobody).statefulSet())
          .isInstanceOf(PortException.class)
          .hasMessageStartingWith(
              "Kubernetes forbids to get statefulsets in cloud.namespace shop: ")
          .hasMessageContaining("system:serviceaccount:shop:default");
    } finally {
      System.setProperty("kubeconfig", folder.resolve("proteus.kubeconfig").toString());
    }
  }

  @Test
  void saysThatATokenDoesNotCount() throws Exception {
    System.setProperty("kubeconfig", plane.kubeconfig("late", "not-a-token").toString());
    try (KubernetesClient late = new KubernetesConnection(settings("late")).client()) {
      assertThatThrownBy(() -> new StatefulSetApi(settings("late"), late).statefulSet())
          .isInstanceOf(PortException.class)
          .hasMessageStartingWith(
              "Kubernetes does not accept the credentials of cloud.context late, or they have"
                  + " expired.");
    } finally {
      System.setProperty("kubeconfig", folder.resolve("proteus.kubeconfig").toString());
    }
  }

  /** Orders by chance, each given by a new process, while somebody else scales too. */
  @Test
  void holdsInTwentyRunsWithOthersWhoScaleToo() throws IOException {
    for (int seed = 0; seed < TRIALS; seed++) {
      Random random = new Random(seed);
      Deque<Launch> given = new ArrayDeque<>();
      for (int order = 0; order < ORDERS; order++) {
        if (random.nextInt(4) == 0) {
          admin
              .apps()
              .statefulSets()
              .inNamespace(NAMESPACE)
              .withName(NAME)
              .scale(1 + random.nextInt(MOST));
        }
        int before = replicas();
        try {
          Orders.one(cloud(settings("proteus")), random, given, MOST);
        } catch (PortException expected) {
          assertThat(expected).message().containsAnyOf("is not", "cannot go", "somebody else");
        }
        assertThat(replicas())
            .as("seed %d", seed)
            .isBetween(Math.max(1, before - 1), Math.min(MOST, before + 1));
      }
    }
    awaitPods(replicas());
  }

  /** The operator undoes what anybody else makes of the number of pods. */
  @Nested
  class WhereAnOperatorMakesTheStatefulSet extends CloudContractTest {
    private Operator operator;
    private KubernetesCloud its;

    private static KubernetesCloudSettings settings(String replicasPath) {
      return new KubernetesCloudSettings(
          Optional.of("proteus"),
          NAMESPACE,
          NAME,
          Optional.empty(),
          Optional.of("example.org/v1/stores/orders"),
          replicasPath,
          Optional.of("spec.podSettings"),
          "{pod}.{service}:1",
          new PriceList(Map.of(PriceList.ANY, new BigDecimal("0.12"))));
    }

    private static Resource<GenericKubernetesResource> resource() {
      return admin
          .genericKubernetesResources("example.org/v1", "Store")
          .inNamespace(NAMESPACE)
          .withName(NAME);
    }

    private static int size() {
      return ((Number) resource().get().get("spec", "size")).intValue();
    }

    @BeforeEach
    void startTheOperator() throws Exception {
      plane.kubectl(
          "apply",
          "-f",
          Files.writeString(
                  folder.resolve("orders.yaml"),
                  """
                  apiVersion: example.org/v1
                  kind: Store
                  metadata: {name: orders, namespace: shop}
                  spec: {size: 2, podSettings: {}}
                  """)
              .toString());
      operator = new Operator(admin, NAMESPACE, NAME, () -> size());
      kubelet.readFrom(
          pod -> Objects.requireNonNullElse(resource().get().get("spec", "podSettings", pod), ""));
      its = cloud(settings("spec.size"));
    }

    @AfterEach
    void endTheOperator() {
      if (operator != null) {
        operator.close();
        resource().delete();
        kubelet.readFromConfigMap();
      }
    }

    @Override
    protected void aStrangerStartsAMachine() {
      KubernetesIT.this.aStrangerStartsAMachine();
    }

    @Override
    protected Ports ports() {
      return Ports.of(store, its);
    }

    @Override
    protected Duration patience() {
      return KubernetesIT.this.patience();
    }

    @Test
    void scalesTheResourceAndNotTheStatefulSet() throws PortException {
      its.launch(3, Map.of("a", "1"));
      awaitPods(3);

      assertThat(size()).isEqualTo(3);
      assertThat(kubelet.running())
          .filteredOn(pod -> pod.name().equals("orders-2"))
          .singleElement()
          .satisfies(pod -> assertThat(pod.settings()).containsOnly(Map.entry("a", "1")));
      its.terminate(PodStore.node("orders-2"), "plan-7-2");
      awaitPods(2);
      assertThat(size()).isEqualTo(2);
    }

    @Test
    void endsNoLaterPodOfTheNameWhenAnOrderIsRepeatedLate() throws PortException {
      its.terminate(LAST, "plan-7-2");
      awaitPods(1);
      its.launch(2, Map.of());
      awaitPods(2);

      cloud(settings("spec.size")).terminate(LAST, "plan-7-2");

      assertThat(size()).isEqualTo(2);
    }

    @Test
    void saysWhereNoNumberIs() {
      assertThatThrownBy(() -> cloud(settings("spec.replicas")).machines())
          .isInstanceOf(PortException.class)
          .hasMessage(
              "cloud.replicasPath: want the number of pods at spec.replicas of"
                  + " stores.example.org/orders, got nothing.");
    }
  }
}
