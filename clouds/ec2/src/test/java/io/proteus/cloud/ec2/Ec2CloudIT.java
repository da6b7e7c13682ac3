package io.proteus.cloud.ec2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.cloud.ec2.FaultyProxy.Fault;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Launch;
import io.proteus.core.port.Machine;
import io.proteus.core.port.PortException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Ec2Exception;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.Subnet;

/** The contract of all clouds with moto behind the real SDK, through a proxy that adds faults. */
@Tag("storeless")
class Ec2CloudIT extends Ec2Contract {
  private static final int TRIALS = 20;
  private static final int ORDERS = 4;
  private static final int MOST = 5;

  @TempDir private static Path log;
  private static Moto moto;

  private FaultyProxy proxy;

  @BeforeAll
  static void startService() throws Exception {
    moto = Moto.start(log.resolve("moto.log"));
  }

  @AfterAll
  static void endService() {
    if (moto != null) {
      moto.close();
    }
  }

  @AfterEach
  void endAll() throws PortException {
    for (var node : cloud.machines().keySet()) {
      cloud.terminate(node);
    }
    assertThat(cloud.machines()).as("orphans").isEmpty();
    client.close();
    proxy.close();
  }

  @Override
  Ec2Client service(Path userData) throws Exception {
    proxy = new FaultyProxy(moto.endpoint());
    settings = at("ami-1", List.of("subnet-1"), Optional.of(userData));
    try (Ec2Client asking = connected()) {
      String image = asking.describeImages().images().get(0).imageId();
      List<String> subnets =
          asking.describeSubnets().subnets().stream().map(Subnet::subnetId).sorted().toList();
      settings = at(image, subnets, Optional.of(userData));
    }
    return connected();
  }

  private Ec2CloudSettings at(String image, List<String> subnets, Optional<Path> userData) {
    return settings(Optional.of(proxy.endpoint()), image, subnets, userData);
  }

  private Ec2Client connected() {
    return new Ec2Connection(settings)
        .client(StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret")));
  }

  @Test
  void goesOnWhereItIsThrottledForAShortTime() throws Exception {
    proxy.refusals.addAll(Collections.nCopies(2, "RequestLimitExceeded"));

    assertThat(cloud.machines()).hasSize(2);
  }

  @Test
  void saysWhenItIsThrottledForLong() {
    proxy.refusals.addAll(Collections.nCopies(5, "RequestLimitExceeded"));

    assertThatThrownBy(() -> cloud.machines())
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("EC2 answers no more requests of this account for now");
    assertThat(proxy.refusals).as("five attempts, no more").isEmpty();
  }

  /** Throttling, no room, lost answers, and instances that others end. */
  @Test
  void staysWithinBoundsAndEndsNobodyElsesInTwentyRunsWithFaults() throws Exception {
    String stranger =
        client
            .runInstances(run -> run.imageId(settings.image()).minCount(1).maxCount(1))
            .instances()
            .get(0)
            .instanceId();
    for (int seed = 1; seed <= TRIALS; seed++) {
      Random random = new Random(seed);
      proxy.chance = body -> fault(body, random);
      trial("seed " + seed, random);
      proxy.chance = body -> Fault.NONE;
      assertThat(ours().size()).as("seed %d", seed).isEqualTo(cloud.machines().size());
    }
    assertThat(alive()).extracting(Instance::instanceId).contains(stranger);
    client.terminateInstances(end -> end.instanceIds(stranger));
  }

  @Test
  void tellsWhichSpotInstanceIsAboutToBeTaken() throws Exception {
    Ec2Cloud spot = new Ec2Cloud(onSpot(), client, InstantSource.system(), said -> {});
    launch(spot, Launch.of(3, Map.of(), "spot", 1));
    Machine started =
        spot.inventory().stream()
            .filter(machine -> "spot".equals(machine.tags().get("proteus-plan")))
            .findFirst()
            .orElseThrow();
    assertThat(started.takenBack()).isEmpty();

    proxy.marked = started.id();

    assertThat(spot.inventory())
        .filteredOn(machine -> machine.takenBack().isPresent())
        .extracting(machine -> machine.id() + " " + machine.takenBack().orElseThrow())
        .containsExactly(started.id() + " EC2: marked-for-termination");
  }

  private Ec2CloudSettings onSpot() {
    return new Ec2CloudSettings(
        settings.region(),
        settings.endpoint(),
        settings.profile(),
        settings.cluster(),
        settings.image(),
        settings.instanceTypes(),
        settings.subnets(),
        settings.securityGroups(),
        settings.keyPair(),
        settings.userData(),
        true,
        settings.node(),
        settings.prices(),
        settings.provisioning(),
        settings.start(),
        settings.restart());
  }

  private static Fault fault(String body, Random random) {
    boolean runs = body.contains("Action=RunInstances");
    return switch (random.nextInt(12)) {
      case 0 -> Fault.THROTTLED;
      case 1, 2 -> Fault.LOST;
      case 3, 4 -> runs ? Fault.FULL : Fault.NONE;
      default -> Fault.NONE;
    };
  }

  /** Every order is given by a new process, as after a crash, and again where it failed. */
  private void trial(String name, Random random) {
    for (int order = 0; order < ORDERS; order++) {
      Ec2Cloud anew = new Ec2Cloud(settings, client, InstantSource.system(), said -> {});
      Launch step = Launch.of(1 + random.nextInt(MOST), Map.of(), name, order);
      try {
        List<NodeId> nodes = List.copyOf(anew.machines().keySet());
        if (!nodes.isEmpty() && random.nextInt(3) == 0) {
          anew.terminate(nodes.get(random.nextInt(nodes.size())));
        } else if (!ours().isEmpty() && random.nextInt(5) == 0) {
          String taken = ours().get(0).instanceId();
          client.terminateInstances(end -> end.instanceIds(taken));
        } else {
          launch(anew, step);
        }
      } catch (PortException expected) {
        assertThat(expected).as(name).hasMessageContaining("EC2");
      } catch (Ec2Exception ofTheTest) {
        assertThat(ofTheTest.statusCode()).as(name).isGreaterThanOrEqualTo(500);
      }
      proxy.chance = body -> Fault.NONE;
      assertThat(ours().size()).as(name).isLessThanOrEqualTo(MOST);
      proxy.chance = body -> fault(body, random);
    }
  }

  private static void launch(Ec2Cloud cloud, Launch step) throws PortException {
    try {
      cloud.launch(step);
    } catch (PortException lost) {
      cloud.launch(step);
    }
  }

  private List<Instance> alive() {
    return found(Filter.builder().name("image-id").values(settings.image()).build());
  }

  private List<Instance> ours() {
    return found(Filter.builder().name("tag:proteus-cluster").values("orders").build());
  }

  private List<Instance> found(Filter which) {
    Filter alive =
        Filter.builder().name("instance-state-name").values("pending", "running").build();
    return client.describeInstances(ask -> ask.filters(which, alive)).reservations().stream()
        .flatMap(reservation -> reservation.instances().stream())
        .toList();
  }

  @Test
  void saysWhichSubnetIsUnknownAndStartsNothing() throws Exception {
    Ec2CloudSettings wrong =
        at(settings.image(), List.of("subnet-0f"), settings.userData().map(Path::of));
    Ec2Cloud other = new Ec2Cloud(wrong, client, InstantSource.system(), said -> {});

    assertThatThrownBy(() -> other.launch(3, Map.of()))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith(
            "cloud.subnets: want subnets of cloud.region eu-central-1, got [subnet-0f]");
    assertThat(cloud.machines()).hasSize(2);
  }
}
