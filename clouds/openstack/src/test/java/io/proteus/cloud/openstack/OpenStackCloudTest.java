package io.proteus.cloud.openstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.cloud.provisioning.Provisioning;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Launch;
import io.proteus.core.port.Machine;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.PortException;
import io.proteus.core.port.PriceList;
import io.proteus.core.units.InvalidValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OpenStackCloudTest {
  private final InMemoryOpenStack service = new InMemoryOpenStack();
  private final List<String> said = new ArrayList<>();
  private final OpenStackSettings settings =
      OpenStackContract.settings("orders", List.of("m1.large", "m1.xlarge"), List.of("a", "b"), "");
  private final OpenStackCloud cloud = anew(settings);

  /** As after a crash. */
  private OpenStackCloud anew(OpenStackSettings settings) {
    return new OpenStackCloud(settings, session(service), said::add);
  }

  static Session session(Wire service) {
    return session(service, "RegionOne");
  }

  private static Session session(Wire service, String region) {
    Credentials credentials =
        new Credentials(
            Map.of(
                "OS_AUTH_URL",
                InMemoryOpenStack.KEYSTONE,
                "OS_APPLICATION_CREDENTIAL_ID",
                "id",
                "OS_APPLICATION_CREDENTIAL_SECRET",
                "right"),
            "the test");
    return new Session(credentials, Optional.of(region), service, time -> {});
  }

  @Test
  void keepsZonesEvenAndTagsWhatItStarts() throws PortException {
    for (int total = 1; total <= 4; total++) {
      cloud.launch(Launch.of(total, Map.of(), "plan-7", total));
    }

    assertThat(service.servers()).extracting(Server::zone).containsExactly("a", "b", "a", "b");
    assertThat(cloud.inventory())
        .extracting(machine -> MachineTags.read(machine.tags()).orElseThrow())
        .contains(new MachineTags("orders", "plan-7", "plan-7-4"));
    assertThat(cloud.inventory()).extracting(Machine::type).containsOnly(Optional.of("m1.large"));
  }

  @Test
  void startsOneServerWhereTheAnswerIsLost() throws PortException {
    Launch step = Launch.of(1, Map.of(), "plan-7", 2);
    service.losesAnswer = true;

    assertThatThrownBy(() -> cloud.launch(step))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("OpenStack in region RegionOne cannot be reached")
        .hasMessageContaining("looked up before it is given again");
    anew(settings).launch(step);

    assertThat(service.servers()).hasSize(1);
  }

  @Test
  void endsTheSecondServerOfAnOrderThatWasCarriedOutLate() throws PortException {
    Launch step = Launch.of(1, Map.of(), "plan-7", 2);
    service.carriesOutLate = true;

    assertThatThrownBy(() -> cloud.launch(step)).isInstanceOf(PortException.class);
    anew(settings).launch(step);

    assertThat(service.servers()).hasSize(1);
    assertThat(said).anyMatch(sentence -> sentence.contains("its order was carried out twice"));
  }

  @Test
  void triesOtherZonesThenOtherFlavoursAndSaysWhatWasTried() throws PortException {
    service.full.addAll(List.of("m1.large a", "m1.large b"));
    cloud.launch(1, Map.of());
    assertThat(service.servers())
        .extracting(Server::flavor)
        .containsExactly(Optional.of("m1.xlarge"));
    service.full.addAll(List.of("m1.xlarge a", "m1.xlarge b"));

    assertThatThrownBy(() -> cloud.launch(2, Map.of()))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "Nova finds no valid host for one more server (m1.large in b, m1.large in a, m1.xlarge"
                + " in b, m1.xlarge in a). Add to cloud.flavors or cloud.zones, or wait.");
    assertThat(service.servers()).as("no failed server is left").hasSize(1);
  }

  @Test
  void endsAServerThatFailsToStartAndSaysWhy() {
    service.spawnFails = true;

    assertThatThrownBy(() -> cloud.launch(1, Map.of()))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("Nova started no server as m1.large in a in region RegionOne")
        .hasMessageContaining("Build of instance aborted: no space");
    assertThat(service.servers()).isEmpty();
  }

  @Test
  void keepsAServerThatFailedAfterItRanAsItsNodeMayStillServe() throws PortException {
    cloud.launch(1, Map.of());
    String id = service.servers().get(0).id();
    awaitActive(id);
    service.failsAfterItRan(id);

    cloud.launch(1, Map.of());

    assertThat(service.ended).isEmpty();
    assertThat(cloud.machines()).hasSize(1);
  }

  private void awaitActive(String id) throws PortException {
    for (int look = 0; look < 5; look++) {
      cloud.machines();
    }
    assertThat(service.servers()).filteredOn(s -> s.id().equals(id)).allMatch(Server::launched);
  }

  @Test
  void aServerThatNeverBootsIsListedAndCanBeEnded() throws PortException {
    service.runsAfter = Integer.MAX_VALUE;
    cloud.launch(1, Map.of());

    NodeId node = cloud.machines().keySet().iterator().next();
    cloud.terminate(node);

    assertThat(service.servers()).isEmpty();
  }

  @Test
  void replacesAServerThatOthersDeleted() throws PortException {
    Launch step = Launch.of(1, Map.of(), "plan-7", 2);
    cloud.launch(step);
    service.remove(service.servers().get(0).id());

    assertThat(cloud.machines()).isEmpty();
    cloud.launch(step);

    assertThat(cloud.machines()).hasSize(1);
  }

  @Test
  void endsNothingWithoutItsTags() throws PortException {
    service.start(Map.of());
    service.start(OpenStackContract.ANOTHER);
    service.start(Map.of(MachineTags.CLUSTER, "orders"));

    cloud.terminate(new NodeId("other:16020"));

    assertThat(service.ended).isEmpty();
    assertThat(cloud.machines()).isEmpty();
  }

  @Test
  void logsInAgainWhereItsTokenHasExpired() throws PortException {
    cloud.machines();
    service.expireTokens();
    service.asked.clear();

    cloud.machines();

    assertThat(service.asked)
        .containsExactly(
            "GET /v2.1/servers/detail", "POST /v3/auth/tokens", "GET /v2.1/servers/detail");
  }

  @Test
  void goesOnWhereItIsThrottledForAShortTimeAndSaysWhenForLong() throws PortException {
    service.refusals.addAll(Collections.nCopies(4, 429));
    assertThat(cloud.machines()).isEmpty();
    service.refusals.addAll(Collections.nCopies(5, 429));

    assertThatThrownBy(cloud::machines)
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("OpenStack answers no more requests of this project for now (429)");
    assertThat(service.refusals).as("five attempts, no more").isEmpty();
  }

  @Test
  void givesAnOrderOnceWhereNovaIsOutOfOrder() throws PortException {
    cloud.machines();
    service.asked.clear();
    service.orderRefused = "Invalid key_name provided.";

    assertThatThrownBy(() -> cloud.launch(1, Map.of()))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("cloud.keyPair: want what region RegionOne has, got none");
    assertThat(service.asked).containsOnlyOnce("POST /v2.1/servers");
  }

  @Test
  void saysThatTheQuotaIsUsedUp() {
    service.quota = 0;

    assertThatThrownBy(() -> cloud.launch(1, Map.of()))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith(
            "OpenStack starts no more servers for this project in region RegionOne: Quota"
                + " exceeded");
  }

  @Test
  void saysThatCredentialsAreWrong() {
    service.password = "another";

    assertThatThrownBy(cloud::machines)
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("Keystone does not accept the credentials of the test (401)");
  }

  @Test
  void saysWhichRegionsThereAre() {
    assertThatThrownBy(
            () -> new OpenStackCloud(settings, session(service, "Mars"), said::add).machines())
        .isInstanceOf(PortException.class)
        .hasMessage(
            "cloud.region: want a region of http://keystone:5000/v3 that has a service of type"
                + " compute, got Mars; there are [RegionOne].");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          debian | m1.large | private | cloud.image: region RegionOne has no debian; there are [orders-node, twice, twice].
          twice | m1.large | private | cloud.image: 2 in region RegionOne are called twice. Name one by its identifier: [id-flavor0, id-flavor1].
          orders-node | huge | private | cloud.flavors: region RegionOne has no huge; there are [m1.large, m1.xlarge].
          orders-node | m1.large | public | cloud.networks: region RegionOne has no public; there are [private, storage].
          """)
  void saysWhichNameIsUnknownAndStartsNothing(
      String image, String flavor, String network, String sentence) {
    OpenStackSettings wrong =
        new OpenStackSettings(
            Optional.empty(),
            Optional.empty(),
            "orders",
            image,
            List.of(flavor),
            List.of(network),
            List.of(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            "{name}",
            PriceList.NONE,
            Provisioning.NONE,
            Optional.empty(),
            Optional.empty());

    assertThatThrownBy(() -> anew(wrong).launch(1, Map.of()))
        .isInstanceOf(PortException.class)
        .hasMessage(sentence);
    assertThat(service.servers()).isEmpty();
  }

  @Test
  void refusesSettingsThatCannotBe() {
    assertThatThrownBy(() -> OpenStackContract.settings("orders", List.of(), List.of(), ""))
        .isInstanceOf(InvalidValue.class)
        .hasMessage("cloud.flavors: want one or more, got none.");
    assertThatThrownBy(
            () -> OpenStackContract.settings("orders", List.of("m"), List.of("a", "a"), ""))
        .isInstanceOf(InvalidValue.class)
        .hasMessage("cloud.zones: want each once, got [a, a].");
  }

  /** Orders, crashes, lost and late answers, no hosts, failures, quotas, expiry and strangers. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void staysWithinBoundsAndEndsOnlyItsOwnWhateverFails(long firstSeed) {
    for (long seed = firstSeed * 1000; seed < firstSeed * 1000 + 50; seed++) {
      new Trial(new InMemoryOpenStack(), settings, new Random(seed)).run("seed " + seed);
    }
  }
}
