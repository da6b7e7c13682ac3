package io.proteus.cloud.openstack;

import io.proteus.cloud.provisioning.Provisioning;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.PriceList;
import io.proteus.testkit.CloudContractTest;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;

/** The contract of all clouds with nodes on servers, of whichever OpenStack. */
abstract class OpenStackContract extends CloudContractTest {
  /** The tags of another cluster's server. */
  static final Map<String, String> ANOTHER =
      Map.of(MachineTags.BY, "proteus", MachineTags.CLUSTER, "another");

  OpenStackCloud cloud;
  ServerStore store;

  void startTwoNodes() throws PortException {
    cloud.launch(1, Map.of());
    cloud.launch(2, Map.of());
    Awaitility.await().atMost(patience()).until(() -> store.topology().nodes().size() == 2);
    store.fill();
  }

  static OpenStackSettings settings(
      String cluster, List<String> flavors, List<String> zones, String userData) {
    return new OpenStackSettings(
        Optional.empty(),
        Optional.of("RegionOne"),
        cluster,
        "orders-node",
        flavors,
        List.of("private"),
        zones,
        List.of(),
        Optional.empty(),
        userData.isEmpty() ? Optional.empty() : Optional.of(userData),
        "{name}:16020",
        new PriceList(Map.of(PriceList.ANY, new BigDecimal("0.08"))),
        Provisioning.NONE,
        Optional.empty(),
        Optional.empty());
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
