package io.proteus.cloud.kubernetes;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** A namespace with a StatefulSet on a real API server, and Proteus's account with its rights. */
public final class ShopOnKubernetes implements AutoCloseable {
  public static final String NAMESPACE = "shop";
  public static final String NAME = "orders";
  public static final String MAP = "orders-settings";

  /** Of the base, in which the claim is. */
  public static final String LEASE = "orders-proteus";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ControlPlane plane;
  private final Kubelet kubelet;
  private final Path folder;

  /** May do everything. */
  final KubernetesClient admin;

  private ShopOnKubernetes(Path folder, ControlPlane plane, Image image) {
    this.folder = folder;
    this.plane = plane;
    this.admin = plane.admin();
    this.kubelet = new Kubelet(admin, NAMESPACE, MAP, folder.resolve("volumes"), image);
  }

  /** Skips the test that asks where the control plane was not built. */
  public static void assumeItCanOpen() throws IOException {
    assumeTrue(
        ControlPlane.isThere(),
        "the control plane of Kubernetes was not built; ./verify does where Go is installed");
  }

  /**
   * @param folder for data, keys and logs
   * @param image what runs in its pods
   */
  public static ShopOnKubernetes open(Path folder, Image image)
      throws IOException, InterruptedException {
    return open(folder, image, "orders.yaml");
  }

  /** The same with pods that have a volume each, and are made and ended one after the other. */
  public static ShopOnKubernetes withVolumes(Path folder, Image image)
      throws IOException, InterruptedException {
    return open(folder, image, "orders-with-volumes.yaml");
  }

  private static ShopOnKubernetes open(Path folder, Image image, String statefulSet)
      throws IOException, InterruptedException {
    ShopOnKubernetes shop = new ShopOnKubernetes(folder, ControlPlane.start(folder), image);
    try {
      shop.plane.kubectl("create", "namespace", NAMESPACE);
      // Proteus's own pod stays away, as no controller of Deployments runs
      shop.plane.kubectl("apply", "-k", base().toString(), "--validate=strict");
      shop.apply(statefulSet);
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

  /** From the folder of whichever module has the test. */
  private static Path base() {
    return Stream.of("../packaging/kubernetes", "../../packaging/kubernetes")
        .map(Path::of)
        .filter(Files::isDirectory)
        .findFirst()
        .orElseThrow(() -> new AssertionError("packaging/kubernetes is not there"));
  }

  /** Applies a file of the folder of manifests. */
  void apply(String manifest) throws IOException, InterruptedException {
    Path file = folder.resolve(manifest);
    try (InputStream text = ShopOnKubernetes.class.getResourceAsStream("/manifests/" + manifest)) {
      Files.copy(Objects.requireNonNull(text, manifest), file, REPLACE_EXISTING);
    }
    plane.kubectl("apply", "-f", file.toString(), "--validate=strict");
  }

  /** The kubeconfig of a service account, as the API server gives its pods. */
  public Path kubeconfig(String account) throws IOException {
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
  public void scale(int pods) {
    admin.apps().statefulSets().inNamespace(NAMESPACE).withName(NAME).scale(pods);
  }

  public int replicas() {
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
  public void awaitPods(int pods) {
    Awaitility.await()
        .atMost(PATIENCE)
        .untilAsserted(
            () ->
                assertThat(kubelet.running())
                    .extracting(RunningPod::name)
                    .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, pods).mapToObj(pod -> NAME + "-" + pod).toList()));
  }

  /** How often the claim of the cluster went from one to the next, by the Lease of the base. */
  public int leaseTransitions() {
    Integer told =
        admin.leases().inNamespace(NAMESPACE).withName(LEASE).get().getSpec().getLeaseTransitions();
    return Objects.requireNonNullElse(told, 0);
  }

  /** The names of the claims of pods' volumes. */
  public List<String> claims() {
    return kubelet.volumes().claims().stream()
        .map(claim -> claim.getMetadata().getName())
        .filter(name -> name.contains("-" + NAME + "-")) // Proteus has one too
        .toList();
  }

  /** The folders of the volumes that are there. */
  public List<Path> volumes() {
    return kubelet.volumes().folders();
  }

  /** Has at most one pod away at a time by the will of people and Proteus. */
  public void protect() throws IOException, InterruptedException {
    apply("budget.yaml");
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
  public void clear() {
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
