package io.proteus.cloud.ec2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.port.PortException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.ec2.model.Subnet;

/** The contract of all clouds with moto behind the real SDK, through a proxy that adds faults. */
class Ec2CloudIT extends Ec2Contract {
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
