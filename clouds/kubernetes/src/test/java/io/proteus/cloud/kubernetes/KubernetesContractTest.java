package io.proteus.cloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.PriceList;
import io.proteus.testkit.CloudContractTest;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The contract of all clouds with pods, and what is peculiar to StatefulSets. */
class KubernetesContractTest extends CloudContractTest {
  static final KubernetesCloudSettings SETTINGS =
      settings(FakeApiServer.NAME, Optional.of(FakeApiServer.MAP));
  private static final NodeId FIRST = PodStore.node("orders-0");
  private static final NodeId LAST = PodStore.node("orders-1");

  private FakeApiServer server;
  private KubernetesClient client;
  private KubernetesCloud cloud;
  private PodStore store;

  static KubernetesCloudSettings settings(String set, Optional<String> map) {
    return new KubernetesCloudSettings(
        Optional.empty(),
        FakeApiServer.NAMESPACE,
        set,
        map,
        Optional.empty(),
        "spec.replicas",
        Optional.empty(),
        "{pod}.{service}:1",
        new PriceList(Map.of(PriceList.ANY, new BigDecimal("0.12"))),
        Optional.empty());
  }

  @BeforeEach
  void startTwoPods() throws Exception {
    server = new FakeApiServer(2);
    client = server.client();
    cloud = cloud(SETTINGS);
    store = new PodStore(server::running);
  }

  private KubernetesCloud cloud(KubernetesCloudSettings settings) {
    return new KubernetesCloud(
        settings, new StatefulSetApi(settings, client), InstantSource.system(), said -> {});
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Override
  protected void aStrangerStartsAMachine() {
    server.addStranger("orders-7");
  }

  @Override
  protected Ports ports() {
    return Ports.of(store, cloud);
  }

  @Override
  protected Duration patience() {
    return Duration.ofSeconds(20);
  }

  @Test
  void countsAPodThatIsNotMadeYetSinceItWasAskedFor() throws PortException {
    server.reconciles = false;
    Instant before = Instant.now();

    cloud.launch(3, Map.of());

    assertThat(cloud.machines()).containsKey(PodStore.node("orders-2"));
    assertThat(cloud.machines().get(PodStore.node("orders-2"))).isBetween(before, Instant.now());
  }

  @Test
  void endsNoPodBeforeTheLast() throws PortException {
    assertThatThrownBy(() -> cloud.terminate(FIRST))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "orders-0 cannot go: of a StatefulSet the last pod goes first, which is orders-1. Have"
                + " that one removed instead.");
    assertThat(server.replicas()).isEqualTo(2);
  }

  @Test
  void saysThatTheLastPodGoesNextAlsoWhereItIsNotMadeYet() throws PortException {
    for (int pods = 3; pods <= 11; pods++) {
      cloud.launch(pods, Map.of());
    }
    server.reconciles = false;
    cloud.launch(12, Map.of());

    assertThat(cloud.leaving())
        .containsExactlyInAnyOrderElementsOf(cloud.machines().keySet())
        .startsWith(
            PodStore.node("orders-11"), PodStore.node("orders-10"), PodStore.node("orders-9"))
        .endsWith(FIRST);
  }

  @Test
  void respectsADisruptionBudget() throws PortException {
    server.disruptionsAllowed = 0;

    assertThatThrownBy(() -> cloud.restart(FIRST, SettingsChange.NOTHING))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "orders-0 is not restarted now: the PodDisruptionBudget orders-budget allows no pod to"
                + " go. It is asked again.");
    assertThatThrownBy(() -> cloud.terminate(LAST))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("orders-1 is not ended now: the PodDisruptionBudget orders-budget");
    assertThat(server.replicas()).isEqualTo(2);
    server.disruptionsAllowed = 1;
    cloud.terminate(LAST);
    assertThat(server.replicas()).isEqualTo(1);
  }

  @Test
  void decidesAnewWhenSomebodyElseWasFaster() throws PortException {
    server.conflicts = 2;

    cloud.launch(3, Map.of("a", "1"));

    assertThat(server.replicas()).isEqualTo(3);
    assertThat(server.running.get("orders-2")).containsEntry("a", "1");
    server.conflicts = 50;
    assertThatThrownBy(() -> cloud.launch(4, Map.of()))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("shop/orders was changed by somebody else 5 times");
    assertThat(server.replicas()).isEqualTo(3);
  }

  @Test
  void takesSettingsBackThatWouldBeOfSomebodyElsesPod() throws PortException {
    server.reconciles = false;
    server.othersGrow = 1;

    cloud.launch(4, Map.of("a", "1"));

    server.reconciles = true;
    server.reconcile();
    assertThat(server.running.get("orders-2")).isEmpty();
    assertThat(server.running.get("orders-3")).containsOnly(Map.entry("a", "1"));
    assertThat(server.replicas()).isEqualTo(4);
  }

  @Test
  void takesSettingsBackWhereTheStartIsRefused() {
    server.refusedScaling = 403;

    assertThatThrownBy(() -> cloud.launch(3, Map.of("a", "1")))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("Kubernetes forbids to patch statefulsets");

    assertThat(server.configMap.at("/data/orders-2").asText()).isEmpty();
    assertThat(server.replicas()).isEqualTo(2);
  }

  @Test
  void keepsTheSettingsOfAStartWhoseAnswerWasLost() throws PortException {
    server.lostAnswers = 2;

    cloud.launch(3, Map.of("a", "1"));

    assertThat(server.configMap.at("/data/orders-2").asText()).contains("a=1");
    assertThat(server.replicas()).isEqualTo(3);
  }

  @Test
  void endsNoOtherPodWhileItEndsOne() throws PortException {
    server.othersReplaceLast = true;

    cloud.terminate(LAST);

    assertThat(server.replicas()).isEqualTo(2);
  }

  /** As after a crash, when the order is given again and somebody has scaled up meanwhile. */
  @Test
  void endsNoLaterPodOfTheNameWhenAnOrderIsRepeatedLate() throws PortException {
    cloud.terminate(LAST, "plan-7-2");
    cloud.launch(2, Map.of());

    cloud(SETTINGS).terminate(LAST, "plan-7-2");

    assertThat(server.replicas()).isEqualTo(2);
    cloud.terminate(LAST, "plan-8-1");
    assertThat(server.replicas()).as("another order ends it").isEqualTo(1);
  }

  @Test
  void endsNoPodThatIsNotMadeYetWhenAnOrderIsRepeatedLate() throws PortException {
    cloud.terminate(LAST, "plan-7-2");
    server.reconciles = false;
    cloud.launch(2, Map.of());

    cloud(SETTINGS).terminate(LAST, "plan-7-2");

    assertThat(server.replicas()).isEqualTo(2);
  }

  @Test
  void givesAPodNothingOfItsForerunnersSettings() throws PortException {
    cloud.launch(3, Map.of("a", "1"));
    cloud.terminate(PodStore.node("orders-2"));

    cloud.launch(3, Map.of("b", "2"));

    assertThat(server.running.get("orders-2")).containsOnly(Map.entry("b", "2"));
  }

  @Test
  void startsNothingWithSettingsThatHaveNoPlace() {
    KubernetesCloud without = cloud(settings(FakeApiServer.NAME, Optional.empty()));

    assertThatThrownBy(() -> without.launch(3, Map.of("a", "1")))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "orders-2 cannot be set to {a=1}: cloud.configMap does not say where its settings"
                + " are.");
    assertThat(server.replicas()).isEqualTo(2);
  }

  @Test
  void saysThatAStatefulSetIsNotThere() {
    assertThatThrownBy(() -> cloud(settings("odrers", Optional.empty())).machines())
        .isInstanceOf(PortException.class)
        .hasMessage(
            "cloud.statefulSet: want a StatefulSet of cloud.namespace shop, got odrers, which is"
                + " not there. Try 'kubectl get statefulsets -A'.");
  }

  @ParameterizedTest
  @CsvSource({
    "401, 'Kubernetes does not accept the credentials, or they have expired.'",
    "403, 'Kubernetes forbids to get statefulsets in cloud.namespace shop: '",
    "422, 'Kubernetes refuses to get statefulsets for shop/orders (422): '"
  })
  void saysWhatARefusalMeans(int code, String message) {
    server.refusal = code;
    server.refusals = 1;

    assertThatThrownBy(() -> cloud.launch(3, Map.of()))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith(message);
    assertThat(server.replicas()).isEqualTo(2);
  }

  @Test
  void saysThatNobodyAnswers() {
    server.close();

    assertThatThrownBy(() -> cloud.machines())
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("Kubernetes cannot be reached: ")
        .hasMessageEndingWith("Look at the kubeconfig and cloud.context.");
  }

  @Test
  void holdsInTwoHundredRunsWithFaults() {
    for (int seed = 0; seed < 200; seed++) {
      new Trial(server, client, new Random(seed)).run("seed " + seed);
    }
  }
}
