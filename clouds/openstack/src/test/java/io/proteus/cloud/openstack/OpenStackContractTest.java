package io.proteus.cloud.openstack;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

class OpenStackContractTest extends OpenStackContract {
  @TempDir private Path folder;
  private final InMemoryOpenStack service = new InMemoryOpenStack();

  @BeforeEach
  void start() throws Exception {
    Path userData = Files.writeString(folder.resolve("user-data"), "#!/bin/sh\n{settings}\n");
    OpenStackSettings settings =
        settings("orders", List.of("m1.large"), List.of("a", "b"), userData.toString());
    cloud = new OpenStackCloud(settings, OpenStackCloudTest.session(service), said -> {});
    store =
        new ServerStore(
            settings,
            () -> {
              cloud.machines();
              return service.servers().stream()
                  .filter(s -> s.status().equals("ACTIVE") && s.isOf("orders"))
                  .collect(toMap(identity(), server -> service.userData(server.name())));
            });
    startTwoNodes();
  }

  @Override
  protected void aStrangerStartsAMachine() {
    service.start(ANOTHER);
  }
}
