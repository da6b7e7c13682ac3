package io.proteus.cloud.ec2;

import io.proteus.cloud.provisioning.Provisioning;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.PriceList;
import io.proteus.testkit.CloudContractTest;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.ec2.Ec2Client;

/** The contract of all clouds with nodes on instances, of whichever service. */
abstract class Ec2Contract extends CloudContractTest {
  @TempDir private Path folder;

  Ec2CloudSettings settings;
  Ec2Client client;
  Ec2Cloud cloud;
  private InstanceStore store;

  /** The service, with the settings that its image and subnets have. */
  abstract Ec2Client service(Path userData) throws Exception;

  @BeforeEach
  void startTwoNodes() throws Exception {
    Path userData = Files.writeString(folder.resolve("user-data"), "#!/bin/sh\n{settings}\n");
    client = service(userData);
    cloud = new Ec2Cloud(settings, client, InstantSource.system(), said -> {});
    store = new InstanceStore(client, settings);
    cloud.launch(1, Map.of());
    cloud.launch(2, Map.of());
    org.awaitility.Awaitility.await()
        .atMost(patience())
        .until(() -> store.topology().nodes().size() == 2);
    store.fill();
  }

  static Ec2CloudSettings settings(
      Optional<String> endpoint, String image, List<String> subnets, Optional<Path> userData) {
    return new Ec2CloudSettings(
        "eu-central-1",
        endpoint,
        Optional.empty(),
        "orders",
        image,
        List.of("m5.large", "m5a.large"),
        subnets,
        List.of(),
        Optional.empty(),
        userData.map(Path::toString),
        false,
        "{host}:16020",
        new PriceList(
            Map.of("m5.large", new BigDecimal("0.107"), "m5a.large", new BigDecimal("0.096"))),
        Provisioning.NONE,
        Optional.empty(),
        Optional.empty());
  }

  @Override
  protected void aStrangerStartsAMachine() throws PortException {
    client.runInstances(
        ask ->
            ask.imageId(settings.image())
                .instanceType(settings.instanceTypes().get(0))
                .subnetId(settings.subnets().get(0))
                .clientToken("stranger")
                .minCount(1)
                .maxCount(1)
                .tagSpecifications(
                    tagged ->
                        tagged
                            .resourceType("instance")
                            .tags(
                                Ec2Cloud.tag(MachineTags.BY, "proteus"),
                                Ec2Cloud.tag(MachineTags.CLUSTER, "another"))));
  }

  @Override
  protected Ports ports() {
    return Ports.of(store, cloud);
  }

  @Override
  protected Duration patience() {
    return Duration.ofSeconds(20);
  }
}
