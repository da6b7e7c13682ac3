package io.proteus.cloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.Claimant;
import io.proteus.core.port.Clocks;
import io.proteus.core.port.Launch;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.PriceList;
import io.proteus.testkit.CloudContractTest;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract of all clouds with a real API server and the real controllers of StatefulSets and
 * disruption budgets, asked with the rights of {@code packaging/kubernetes} and no others.
 */
@Tag("storeless")
class KubernetesIT extends CloudContractTest {
  /** Read by the client, as kubectl reads the variable of that name. */
  private static final String KUBECONFIG = "kubeconfig";

  private static final String LEASE = ShopOnKubernetes.LEASE;
  private static final NodeId LAST = PodStore.node("orders-1");
  private static final int TRIALS = 20;
  private static final int ORDERS = 6;
  private static final int MOST = 4;

  @TempDir private static Path folder;
  private static ShopOnKubernetes shop;

  private KubernetesClient client;
  private KubernetesCloud cloud;
  private PodStore store;

  @BeforeAll
  static void start() throws Exception {
    ShopOnKubernetes.assumeItCanOpen();
    shop = ShopOnKubernetes.open(folder, Image.SLEEP);
  }

  @AfterAll
  static void end() {
    System.clearProperty(KUBECONFIG);
    if (shop != null) {
      shop.close();
    }
  }

  @BeforeEach
  void startTwoPods() throws Exception {
    shop.scale(2);
    shop.awaitPods(2);
    System.setProperty(KUBECONFIG, shop.kubeconfig("proteus").toString());
    client = new KubernetesConnection(settings("proteus")).client();
    cloud = cloud(settings("proteus"));
    store = new PodStore(shop.kubelet()::running);
  }

  private static KubernetesCloudSettings settings(String context) {
    return new KubernetesCloudSettings(
        Optional.of(context),
        ShopOnKubernetes.NAMESPACE,
        ShopOnKubernetes.NAME,
        Optional.of(ShopOnKubernetes.MAP),
        Optional.empty(),
        "spec.replicas",
        Optional.empty(),
        "{pod}.{service}:1",
        new PriceList(Map.of(PriceList.ANY, new BigDecimal("0.12"))),
        Optional.empty());
  }

  private KubernetesCloud cloud(KubernetesCloudSettings settings) {
    return new KubernetesCloud(
        settings, new StatefulSetApi(settings, client), InstantSource.system(), said -> {});
  }

  @AfterEach
  void clear() {
    if (client != null) {
      client.close();
      shop.clear();
    }
  }

  @Override
  protected void aStrangerStartsAMachine() {
    try {
      shop.apply("stranger.yaml");
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  protected Ports ports() {
    return Ports.of(store, cloud);
  }

  @Override
  protected Duration patience() {
    return Duration.ofSeconds(60);
  }

  @Test
  void respectsADisruptionBudgetThatTheServerKeeps() throws Exception {
    shop.apply("budget.yaml");
    shop.awaitBudget(2);

    assertThatThrownBy(() -> cloud.restart(LAST, SettingsChange.NOTHING))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "orders-1 is not restarted now: the PodDisruptionBudget orders-budget allows no pod to"
                + " go. It is asked again.");
    assertThatThrownBy(() -> cloud.terminate(LAST))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("orders-1 is not ended now: the PodDisruptionBudget orders-budget");
    assertThat(shop.kubelet().running()).hasSize(2);
    assertThat(shop.replicas()).isEqualTo(2);

    cloud.launch(3, Map.of());
    shop.awaitPods(3);
    Awaitility.await("one may go")
        .atMost(patience())
        .untilAsserted(() -> cloud.terminate(PodStore.node("orders-2")));
    shop.awaitPods(2);
  }

  @Test
  void endsNoLaterPodOfTheNameWhenAnOrderIsRepeatedLate() throws PortException {
    cloud.terminate(LAST, "plan-7-2");
    shop.awaitPods(1);
    shop.scale(2);
    shop.awaitPods(2);

    cloud(settings("proteus")).terminate(LAST, "plan-7-2");

    assertThat(shop.replicas()).isEqualTo(2);
    cloud.terminate(LAST, "plan-8-1");
    shop.awaitPods(1);
  }

  /** The table of least rights is what the server lets this account do. */
  @Test
  void mayNothingThatItDoesNotNeed() {
    List<Runnable> more =
        List.of(
            () -> client.secrets().inNamespace(ShopOnKubernetes.NAMESPACE).list(),
            () ->
                client.pods().inNamespace(ShopOnKubernetes.NAMESPACE).withName("orders-0").delete(),
            () -> client.apps().statefulSets().inNamespace(ShopOnKubernetes.NAMESPACE).list(),
            () ->
                client
                    .apps()
                    .statefulSets()
                    .inNamespace(ShopOnKubernetes.NAMESPACE)
                    .withName(ShopOnKubernetes.NAME)
                    .delete(),
            () ->
                client
                    .configMaps()
                    .inNamespace(ShopOnKubernetes.NAMESPACE)
                    .withName("proteus")
                    .get(),
            () -> client.leases().inNamespace(ShopOnKubernetes.NAMESPACE).list(),
            () -> client.leases().inNamespace(ShopOnKubernetes.NAMESPACE).withName("other").get(),
            () -> client.leases().inNamespace(ShopOnKubernetes.NAMESPACE).withName(LEASE).delete(),
            () -> client.pods().inNamespace("default").list());

    for (Runnable one : more) {
      assertThatThrownBy(one::run)
          .isInstanceOfSatisfying(
              KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(403));
    }
    assertThat(shop.kubelet().running()).hasSize(2);
  }

  @Test
  void saysWhichRightIsMissing() throws Exception {
    System.setProperty(KUBECONFIG, shop.kubeconfig("default").toString());
    try (KubernetesClient nobody = new KubernetesConnection(settings("default")).client()) {
      assertThatThrownBy(() -> new StatefulSetApi(settings("default"), nobody).statefulSet())
          .isInstanceOf(PortException.class)
          .hasMessageStartingWith(
              "Kubernetes forbids to get statefulsets in cloud.namespace shop: ")
          .hasMessageContaining("system:serviceaccount:shop:default");
    }
  }

  @Test
  void saysThatATokenDoesNotCount() throws Exception {
    System.setProperty(KUBECONFIG, shop.kubeconfigOfNobody("late").toString());
    try (KubernetesClient late = new KubernetesConnection(settings("late")).client()) {
      assertThatThrownBy(() -> new StatefulSetApi(settings("late"), late).statefulSet())
          .isInstanceOf(PortException.class)
          .hasMessageStartingWith(
              "Kubernetes does not accept the credentials of cloud.context late, or they have"
                  + " expired.");
    }
  }

  private static LeaseClaims claims(KubernetesClient its, Duration betweenSigns) {
    return new LeaseClaims(
        "shop/orders",
        new LeaseApi(settings("proteus"), LEASE, its),
        new Clocks(System::nanoTime, System::currentTimeMillis),
        betweenSigns,
        time -> Thread.sleep(time.toMillis()));
  }

  @Test
  void ofTwoWhoClaimTheClusterOneMayAct() throws Exception {
    try (KubernetesClient one = new KubernetesConnection(settings("proteus")).clientForClaim();
        KubernetesClient other = new KubernetesConnection(settings("proteus")).clientForClaim()) {
      LeaseClaims ours = claims(one, Duration.ofSeconds(1));
      LeaseClaims theirs = claims(other, Duration.ofSeconds(1));
      Claim first = ours.claim(new Claimant("ours", "http://one:8480"));

      assertThatThrownBy(() -> theirs.claim("theirs"))
          .isInstanceOf(AlreadyClaimed.class)
          .hasMessageStartingWith("the cluster is claimed by ours at http://one:8480, since 20");
      first.confirm();
      first.close();
      assertThat(ours.holder()).isEmpty();
      try (Claim second = theirs.claim("theirs")) {
        assertThat(second.epoch()).isEqualTo(first.epoch() + 1);
        second.confirm();
        assertThat(ours.holder())
            .hasValueSatisfying(holder -> assertThat(holder.who()).isEqualTo("theirs"));
      }
      oneOfTwoAtATimeGetsIt(ours, theirs);
    }
  }

  private static void oneOfTwoAtATimeGetsIt(LeaseClaims ours, LeaseClaims theirs) throws Exception {
    for (int round = 0; round < 10; round++) {
      CompletableFuture<Optional<Claim>> race =
          CompletableFuture.supplyAsync(() -> claimIfFree(theirs));
      List<Claim> taken =
          Stream.of(claimIfFree(ours), race.get()).flatMap(Optional::stream).toList();
      assertThat(taken).as("round %d", round).hasSize(1);
      taken.get(0).close();
    }
  }

  private static Optional<Claim> claimIfFree(LeaseClaims claims) {
    try {
      return Optional.of(claims.claim("somebody"));
    } catch (PortException e) {
      return Optional.empty();
    }
  }

  @Test
  void aHolderThatFallsSilentIsFollowedAfterItHasStoppedActing() throws Exception {
    try (KubernetesClient its = new KubernetesConnection(settings("proteus")).clientForClaim()) {
      Claim silent = claims(its, Duration.ofDays(1)).claim("ours");
      long before = System.nanoTime();

      try (Claim next = claims(its, Duration.ofSeconds(1)).claim("theirs")) {
        assertThat(Duration.ofNanos(System.nanoTime() - before))
            .isBetween(LeaseClaims.SESSION, LeaseClaims.SESSION.plusSeconds(10));
        assertThat(next.epoch()).isEqualTo(silent.epoch() + 1);
        assertThatThrownBy(silent::confirm).isInstanceOf(ClaimLost.class);
        next.confirm();
      }
    }
  }

  /** The base brings the Lease, so that no right to make some is needed. */
  @Test
  void aLeaseThatIsGoneIsMadeByWhoeverMayMakeLeases() throws Exception {
    shop.admin.leases().inNamespace(ShopOnKubernetes.NAMESPACE).withName(LEASE).delete();

    assertThatThrownBy(() -> claims(client, Duration.ofSeconds(1)).claim("ours"))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("Kubernetes forbids to create leases in cloud.namespace shop: ");
    claims(shop.admin, Duration.ofSeconds(1)).claim("the admin").close();
    try (Claim claim = claims(client, Duration.ofSeconds(1)).claim("ours")) {
      assertThat(claim.epoch()).isEqualTo(2);
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
          shop.scale(1 + random.nextInt(MOST));
        }
        int before = shop.replicas();
        try {
          Orders.one(cloud(settings("proteus")), random, given, MOST);
        } catch (PortException expected) {
          assertThat(expected).message().containsAnyOf("is not", "cannot go", "somebody else");
        }
        assertThat(shop.replicas())
            .as("seed %d", seed)
            .isBetween(Math.max(1, before - 1), Math.min(MOST, before + 1));
      }
    }
    shop.awaitPods(shop.replicas());
  }

  /** The operator undoes what anybody else makes of the number of pods. */
  @Nested
  class WhereAnOperatorMakesTheStatefulSet extends CloudContractTest {
    private Looks operator;
    private KubernetesCloud its;

    private static KubernetesCloudSettings settings(String replicasPath) {
      return new KubernetesCloudSettings(
          Optional.of("proteus"),
          ShopOnKubernetes.NAMESPACE,
          ShopOnKubernetes.NAME,
          Optional.empty(),
          Optional.of("example.org/v1/stores/orders"),
          replicasPath,
          Optional.of("spec.podSettings"),
          "{pod}.{service}:1",
          new PriceList(Map.of(PriceList.ANY, new BigDecimal("0.12"))),
          Optional.empty());
    }

    private static Resource<GenericKubernetesResource> resource() {
      return shop.admin
          .genericKubernetesResources("example.org/v1", "Store")
          .inNamespace(ShopOnKubernetes.NAMESPACE)
          .withName(ShopOnKubernetes.NAME);
    }

    private static int size() {
      return ((Number) resource().get().get("spec", "size")).intValue();
    }

    @BeforeEach
    void startTheOperator() throws Exception {
      shop.apply("store.yaml");
      operator =
          new Looks(
              new Operator(
                      shop.admin, ShopOnKubernetes.NAMESPACE, ShopOnKubernetes.NAME, () -> size())
                  ::look);
      shop.kubelet()
          .readFrom(
              pod ->
                  Objects.requireNonNullElse(resource().get().get("spec", "podSettings", pod), ""));
      its = cloud(settings("spec.size"));
    }

    @AfterEach
    void endTheOperator() {
      if (operator != null) {
        operator.close();
        resource().delete();
        shop.kubelet().readFromConfigMap();
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
      shop.awaitPods(3);

      assertThat(size()).isEqualTo(3);
      assertThat(shop.kubelet().running())
          .filteredOn(pod -> pod.name().equals("orders-2"))
          .singleElement()
          .satisfies(pod -> assertThat(pod.settings()).containsOnly(Map.entry("a", "1")));
      its.terminate(PodStore.node("orders-2"), "plan-7-2");
      shop.awaitPods(2);
      assertThat(size()).isEqualTo(2);
    }

    @Test
    void endsNoLaterPodOfTheNameWhenAnOrderIsRepeatedLate() throws PortException {
      its.terminate(LAST, "plan-7-2");
      shop.awaitPods(1);
      its.launch(2, Map.of());
      shop.awaitPods(2);

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
