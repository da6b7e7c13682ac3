package io.proteus.cloud.ec2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.cloud.provisioning.Provisioning;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Launch;
import io.proteus.core.port.Machine;
import io.proteus.core.port.PortException;
import io.proteus.core.port.PriceList;
import io.proteus.core.units.InvalidValue;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.ec2.model.Instance;

class Ec2CloudTest {
  private final InMemoryEc2 ec2 = new InMemoryEc2();
  private final List<String> said = new ArrayList<>();
  private final Ec2CloudSettings settings =
      Ec2Contract.settings(
          Optional.empty(), "ami-1", List.of("subnet-a", "subnet-b"), Optional.empty());
  private final Ec2Cloud cloud = anew();

  /** As after a crash. */
  private Ec2Cloud anew() {
    return new Ec2Cloud(settings, ec2, InstantSource.fixed(Instant.EPOCH), said::add);
  }

  @Test
  void keepsZonesEvenAndTagsWhatItStarts() throws PortException {
    for (int total = 1; total <= 4; total++) {
      cloud.launch(Launch.of(total, Map.of(), "plan-7", total));
    }

    assertThat(ec2.alive())
        .extracting(Instance::subnetId)
        .containsExactly("subnet-a", "subnet-b", "subnet-a", "subnet-b");
    assertThat(ec2.alive())
        .allSatisfy(
            instance ->
                assertThat(instance.tags())
                    .contains(
                        Ec2Cloud.tag("proteus-by", "proteus"),
                        Ec2Cloud.tag("proteus-cluster", "orders"),
                        Ec2Cloud.tag("proteus-plan", "plan-7")));
    assertThat(cloud.inventory())
        .extracting(machine -> machine.tags().get("proteus-token"))
        .containsExactly("plan-7-1", "plan-7-2", "plan-7-3", "plan-7-4");
  }

  @Test
  void startsOneInstanceWhereTheAnswerIsLostAndListingsAreLate() throws PortException {
    ec2.listedAfter = 2;
    ec2.losesAnswer = true;

    assertThatThrownBy(() -> cloud.launch(1, Map.of()))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("EC2 cannot be reached at cloud.region eu-central-1");
    anew().launch(1, Map.of());

    assertThat(ec2.alive()).hasSize(1);
  }

  @Test
  void startsOneInstanceWhereAnotherZoneHasRoomWhenItAsksAgain() throws PortException {
    ec2.full.add("m5.large subnet-a");
    ec2.listedAfter = 1;
    cloud.launch(1, Map.of());
    ec2.full.clear();
    ec2.listedAfter = 0;

    anew().launch(1, Map.of());

    assertThat(ec2.alive()).extracting(Instance::subnetId).containsExactly("subnet-b");
  }

  @Test
  void startsAnewWhereAnInstanceEndedAtOnce() throws PortException {
    ec2.listedAfter = 1;
    cloud.launch(1, Map.of());
    ec2.endsByItself("i-0001", "Server.InternalError");

    anew().launch(1, Map.of());

    assertThat(ec2.alive()).extracting(Instance::instanceId).containsExactly("i-0002");
  }

  @Test
  void triesOtherZonesThenOtherTypesAndSaysWhatWasTried() throws PortException {
    ec2.full.addAll(List.of("m5.large subnet-a", "m5.large subnet-b"));
    cloud.launch(1, Map.of());
    assertThat(ec2.orderOf("i-0001").instanceTypeAsString()).isEqualTo("m5a.large");
    ec2.full.addAll(List.of("m5a.large subnet-a", "m5a.large subnet-b"));

    assertThatThrownBy(() -> cloud.launch(2, Map.of()))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "EC2 has no room for one more instance (m5.large in subnet-b:"
                + " InsufficientInstanceCapacity, m5.large in subnet-a:"
                + " InsufficientInstanceCapacity, m5a.large in subnet-b:"
                + " InsufficientInstanceCapacity, m5a.large in subnet-a:"
                + " InsufficientInstanceCapacity). Add to cloud.instanceTypes or cloud.subnets, or"
                + " wait.");
    assertThat(ec2.alive()).hasSize(1);
  }

  /** The emptiest zone is another one by then, and no token counts in it. */
  @Test
  void aStepWhoseInstanceRunsOrdersNoneInAnotherZone() throws PortException {
    Launch step = Launch.of(2, Map.of(), "plan-7", 2);
    cloud.launch(step);

    anew().launch(step);

    assertThat(ec2.alive()).extracting(Instance::subnetId).containsExactly("subnet-a");
  }

  @Test
  void anInstanceWhoseAnswerWasLostIsFoundByItsTag() throws PortException {
    ec2.losesAnswer = true;

    cloud.launch(Launch.of(1, Map.of(), "plan-7", 2));

    assertThat(ec2.alive()).hasSize(1);
  }

  @Test
  void aStepThatIsGivenAgainWithOtherSettingsStartsNothingMore() throws PortException {
    ec2.listedAfter = 2;
    Ec2CloudSettings other =
        Ec2Contract.settings(
            Optional.empty(), "ami-2", List.of("subnet-a", "subnet-b"), Optional.empty());
    Launch step = Launch.of(1, Map.of(), "plan-7", 2);
    cloud.launch(step);

    assertThatThrownBy(
            () ->
                new Ec2Cloud(other, ec2, InstantSource.fixed(Instant.EPOCH), said::add)
                    .launch(step))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("was ordered before, and EC2 does not show it yet");

    assertThat(ec2.alive()).hasSize(1);
  }

  @Test
  void seesASpotInstanceGoAndSaysSoOnce() throws PortException {
    cloud.launch(1, Map.of());
    cloud.launch(2, Map.of());
    said.clear();
    ec2.endsByItself("i-0001", "Server.SpotInstanceTermination");

    assertThat(cloud.machines()).containsOnlyKeys(new NodeId("ip-2:16020"));
    cloud.machines();

    assertThat(said)
        .containsExactly(
            "i-0001, on which ip-1:16020 was, ended by itself: Server.SpotInstanceTermination");
    cloud.launch(2, Map.of());
    assertThat(ec2.alive()).hasSize(2);
  }

  @Test
  void tellsWhereANodeIsToBeRestartedAndKnowsNobodyElses() throws PortException {
    cloud.launch(1, Map.of());

    assertThat(cloud.placeOf(new NodeId("ip-1:16020")).id()).isEqualTo("i-0001");
    assertThatThrownBy(() -> cloud.placeOf(new NodeId("ip-9:16020")))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "ip-9:16020 is on no instance with proteus-cluster=orders; look at cloud.node.");
  }

  @Test
  void tellsWhichSpotInstanceIsAboutToBeTaken() throws PortException {
    cloud.launch(1, Map.of());
    cloud.launch(2, Map.of());
    ec2.spotRequestIs("i-0001", "fulfilled");
    ec2.spotRequestIs("i-0002", "marked-for-termination");

    assertThat(cloud.inventory())
        .extracting(machine -> machine.id() + " " + machine.takenBack())
        .containsExactlyInAnyOrder(
            "i-0001 Optional.empty", "i-0002 Optional[EC2: marked-for-termination]");
    assertThat(cloud.machines()).as("it runs until then").hasSize(2);
  }

  @Test
  void doesWithoutTheNoticesThatItMayNotAskForAndSaysSoOnce() throws PortException {
    cloud.launch(1, Map.of());
    said.clear();
    ec2.spotRequestIs("i-0001", "marked-for-termination");
    ec2.refusalOfNotices = "UnauthorizedOperation";

    assertThat(cloud.inventory()).extracting(Machine::takenBack).containsExactly(Optional.empty());
    assertThat(cloud.inventory()).hasSize(1);

    assertThat(said)
        .containsExactly(
            "which spot instances EC2 is about to take back is not known, as the right"
                + " ec2:DescribeSpotInstanceRequests is missing");
  }

  @Test
  void asksForNoNoticesWhereThereAreNoSpotInstances() throws PortException {
    cloud.launch(1, Map.of());
    ec2.refusalOfNotices = "RequestLimitExceeded";

    assertThat(cloud.inventory()).hasSize(1);
  }

  @Test
  void aStepStartsOneInstanceWhereTheHourChangesAndListingsAreLate() throws PortException {
    ec2.listedAfter = 3;
    ec2.losesAnswer = true;
    Launch step = Launch.of(1, Map.of(), "plan-7", 2);

    assertThatThrownBy(() -> cloud.launch(step)).isInstanceOf(PortException.class);
    new Ec2Cloud(settings, ec2, InstantSource.fixed(Instant.EPOCH.plusSeconds(7200)), said::add)
        .launch(step);

    assertThat(ec2.alive()).hasSize(1);
  }

  @Test
  void endsNothingWithoutItsTag() throws PortException {
    cloud.launch(1, Map.of());
    ec2.start("subnet-a", List.of());
    ec2.start(
        "subnet-a",
        List.of(Ec2Cloud.tag("proteus-by", "proteus"), Ec2Cloud.tag("proteus-cluster", "another")));
    ec2.start("subnet-a", List.of(Ec2Cloud.tag("proteus-cluster", "orders")));

    cloud.terminate(new NodeId("ip-2:16020"));
    cloud.terminate(new NodeId("ip-3:16020"));
    cloud.terminate(new NodeId("ip-4:16020"));

    assertThat(ec2.ended).isEmpty();
    assertThat(cloud.machines()).containsOnlyKeys(new NodeId("ip-1:16020"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          AuthFailure | EC2 does not accept the credentials of the SDK's chain of defaults for cloud.region eu-central-1 (AuthFailure)
          ExpiredToken | have expired (ExpiredToken). Renew them
          UnauthorizedOperation | lack a right (UnauthorizedOperation): no. The policy
          InvalidAMIID.NotFound | cloud.image: want an image of cloud.region eu-central-1, got ami-1
          InvalidSubnetID.NotFound | cloud.subnets: want subnets of cloud.region eu-central-1, got [subnet-a, subnet-b]
          InvalidGroup.NotFound | cloud.securityGroups: want security groups
          InvalidKeyPair.NotFound | cloud.keyPair: want a key pair of cloud.region eu-central-1, got none
          InvalidInstanceType | cloud.instanceTypes: want types of instances of cloud.region eu-central-1, got [m5.large, m5a.large]
          VcpuLimitExceeded | EC2 starts no more instances for this account in eu-central-1 (VcpuLimitExceeded): no. Have the quota raised
          InstanceLimitExceeded | EC2 starts no more instances for this account
          RequestLimitExceeded | EC2 answers no more requests of this account for now
          InternalError | EC2 in eu-central-1 refuses (InternalError): no.
          """)
  void saysWhatARefusalMeansAndChangesNothing(String code, String sentence) {
    ec2.refusal = code;

    assertThatThrownBy(() -> cloud.launch(1, Map.of()))
        .isInstanceOf(PortException.class)
        .hasMessageContaining(sentence);
    assertThatThrownBy(cloud::machines).isInstanceOf(PortException.class);
    assertThat(ec2.alive()).isEmpty();
  }

  @Test
  void refusesSettingsThatHaveNoPlaceInTheUserData() {
    assertThatThrownBy(() -> cloud.launch(1, Map.of("a", "1")))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "A new node cannot be started with {a=1}: cloud.userData has no {settings}, where they"
                + " would stand.");
    assertThat(ec2.alive()).isEmpty();
  }

  @Test
  void refusesSettingsThatCannotBe() {
    refused("us_east", "ami-1", "subnet-a", "cloud.region: want one such as eu-central-1");
    refused("eu-west-1", "debian", "subnet-a", "cloud.image: want an id such as ami-");
    refused("eu-west-1", "ami-1", "net", "cloud.subnets: want an id such as subnet-");
  }

  private void refused(String region, String image, String subnet, String message) {
    assertThatThrownBy(
            () ->
                new Ec2CloudSettings(
                    region,
                    Optional.empty(),
                    Optional.empty(),
                    "orders",
                    image,
                    List.of("m5.large"),
                    List.of(subnet),
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    false,
                    "{host}",
                    PriceList.NONE,
                    Provisioning.NONE,
                    Optional.empty(),
                    Optional.empty()))
        .isInstanceOf(InvalidValue.class)
        .hasMessageStartingWith(message);
  }

  /** Orders, crashes, lost answers, late listings, lack of room, sudden ends and strangers. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void staysWithinBoundsAndEndsOnlyItsOwnWhateverFails(long firstSeed) {
    for (long seed = firstSeed * 1000; seed < firstSeed * 1000 + 50; seed++) {
      InMemoryEc2 service = new InMemoryEc2();
      new Trial(service, settings, new Random(seed)).run("seed " + seed);
    }
  }
}
