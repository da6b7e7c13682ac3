package io.proteus.cloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/** A namespace with a StatefulSet on a real API server, and Proteus's account with its rights. */
final class ShopOnKubernetes implements AutoCloseable {
  static final String NAMESPACE = "shop";
  static final String NAME = "orders";
  static final String MAP = "orders-settings";
  private static final Path BASE = Path.of("../../packaging/kubernetes");
  private static final Path MANIFESTS = Path.of("src/test/resources/manifests");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ControlPlane plane;
  private final Kubelet kubelet;

  /** May do everything. */
  final KubernetesClient admin;

  private ShopOnKubernetes(ControlPlane plane) {
    this.plane = plane;
    this.admin = plane.admin();
    this.kubelet = new Kubelet(admin, NAMESPACE, MAP);
  }

  /**
   * @param folder for data, keys and logs
   */
  static ShopOnKubernetes open(Path folder) throws IOException, InterruptedException {
    ShopOnKubernetes shop = new ShopOnKubernetes(ControlPlane.start(folder));
    try {
      shop.plane.kubectl("create", "namespace", NAMESPACE);
      // Proteus's own pod stays away, as no controller of Deployments runs
      shop.plane.kubectl("apply", "-k", BASE.toString(), "--validate=strict");
      shop.apply("orders.yaml");
      shop.apply("stores.yaml");
      return shop;
    } catch (IOException | InterruptedException | RuntimeException e) {
      shop.close();
      throw e;
    }
  }

  Kubelet kubelet() {
    return kubelet;
  }

  /** Applies a file of the folder of manifests. */
  void apply(String manifest) throws IOException, InterruptedException {
    plane.kubectl("apply", "-f", MANIFESTS.resolve(manifest).toString(), "--validate=strict");
  }

  /** The kubeconfig of a service account, as the API server gives its pods. */
  Path kubeconfig(String account) throws IOException {
    String token =
        admin
            .serviceAccounts()
            .inNamespace(NAMESPACE)
            .withName(account)
            .tokenRequest(
                new TokenRequestBuilder()
                    .withNewSpec()
                    .withExpirationSeconds(3600L)
                    .endSpec()
                    .build())
            .getStatus()
            .getToken();
    return plane.kubeconfig(account, token);
  }

  /** One whose token counts nowhere. */
  Path kubeconfigOfNobody(String user) throws IOException {
    return plane.kubeconfig(user, "not-a-token");
  }

  /** Sets it as anybody would who knows nothing of Proteus. */
  void scale(int pods) {
    admin.apps().statefulSets().inNamespace(NAMESPACE).withName(NAME).scale(pods);
  }

  int replicas() {
    return admin
        .apps()
        .statefulSets()
        .inNamespace(NAMESPACE)
        .withName(NAME)
        .get()
        .getSpec()
        .getReplicas();
  }

  /** Waits until so many pods run, and no others. */
  void awaitPods(int pods) {
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(kubelet.running())
                    .extracting(RunningPod::name)
                    .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, pods).mapToObj(pod -> NAME + "-" + pod).toList()));
  }

  /** Waits until the controller has counted the pods of the budget. */
  void awaitBudget(int healthy) {
    Awaitility.await("the budget counts")
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(
                        admin
                            .policy()
                            .v1()
                            .podDisruptionBudget()
                            .inNamespace(NAMESPACE)
                            .withName("orders-budget")
                            .get()
                            .getStatus()
                            .getCurrentHealthy())
                    .isEqualTo(healthy));
  }

  /** No pods, no settings, no budgets and no strangers. */
  void clear() {
    admin.policy().v1().podDisruptionBudget().inNamespace(NAMESPACE).delete();
    admin.pods().inNamespace(NAMESPACE).withName("orders-7").withGracePeriod(0).delete();
    scale(0);
    awaitPods(0);
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

  @Override
  public void close() {
    kubelet.close();
    admin.close();
    plane.close();
  }
}
