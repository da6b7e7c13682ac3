package io.proteus.cloud.ec2;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.Ec2Client;

class Ec2ContractTest extends Ec2Contract {

  @Override
  Ec2Client service(Path userData) {
    settings =
        settings(Optional.empty(), "ami-1", List.of("subnet-a", "subnet-b"), Optional.of(userData));
    return new InMemoryEc2();
  }
}
