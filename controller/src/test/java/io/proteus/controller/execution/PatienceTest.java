package io.proteus.controller.execution;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.Facets;
import io.proteus.core.port.LeavingOrder;
import io.proteus.core.port.Machine;
import io.proteus.core.port.MachineInventory;
import io.proteus.core.port.Machines;
import io.proteus.core.port.Placement;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Restarts;
import io.proteus.core.port.RunningMachines;
import io.proteus.core.port.Store;
import io.proteus.testkit.Call;
import io.proteus.testkit.InMemoryCluster;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PatienceTest {
  private final InMemoryCluster cluster = cluster().node("rs1").holding("t", 1).node("rs2").build();
  private final Patience patience = new Patience(Duration.ofMillis(300), Duration.ofMillis(300));
  private final Ports ports = patience.with(cluster.ports());

  @AfterEach
  void end() {
    patience.close();
  }

  @Test
  void aCallThatHangsFailsInTimeAndTheNextOneIsAnswered() throws PortException {
    cluster.faults().hangNext(Call.TOPOLOGY);

    assertThatThrownBy(() -> ports.store().topology())
        .isInstanceOf(PortException.class)
        .hasMessageContaining("topology: no answer within");
    assertThat(ports.store().topology().nodes()).hasSize(2);
  }

  /** A look at the cluster waits for the list, and for a launch nothing does. */
  @Test
  void aListOfMachinesIsWaitedForForAShorterTime() throws PortException {
    cluster.faults().hangNext(Call.MACHINES);
    try (Patience another =
        new Patience(Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMillis(300))) {
      Ports patient = another.with(cluster.ports());

      assertThatThrownBy(() -> patient.need(Machines.class).machines())
          .isInstanceOf(PortException.class)
          .hasMessageContaining("machines: no answer within");
      assertThat(patient.need(Machines.class).machines()).hasSize(2);
    }
  }

  /** All that a look reads of a cloud which knows more than which machines run. */
  @Test
  void aCloudThatHangsDoesNotStallALookWhateverListIsReadOfIt() {
    try (Patience another =
        new Patience(Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMillis(300))) {
      Facets cloud = cluster.ports().facets().and(Facets.of(new HangingCloud()));
      Ports patient = another.with(new Ports(cluster.ports().store(), cloud, cluster));

      assertThatThrownBy(() -> RunningMachines.of(patient))
          .isInstanceOf(PortException.class)
          .hasMessageContaining("inventory: no answer within");
      assertThatThrownBy(() -> patient.need(LeavingOrder.class).leaving())
          .isInstanceOf(PortException.class)
          .hasMessageContaining("leaving: no answer within");
    }
  }

  private record HangingCloud() implements MachineInventory, LeavingOrder {
    @Override
    public String cluster() {
      return "c1";
    }

    @Override
    public List<Machine> inventory() throws PortException {
      return hang();
    }

    @Override
    public List<NodeId> leaving() throws PortException {
      return hang();
    }

    private static <T> List<T> hang() throws PortException {
      try {
        Thread.sleep(Duration.ofMinutes(1).toMillis());
      } catch (InterruptedException e) {
        throw new PortException("interrupted", e);
      }
      return List.of();
    }
  }

  @Test
  void everythingElseIsAsItWas() throws PortException {
    ports.need(Placement.class).move(new PartitionId("t-1"), new NodeId("rs2"));
    cluster.faults().refuseNext(Call.RESTART, 1);

    assertThat(cluster.faults().count(Call.MOVE)).isEqualTo(1);
    assertThat(ports.capabilities()).isEqualTo(cluster.ports().capabilities());
    assertThatThrownBy(
            () -> ports.need(Restarts.class).restart(new NodeId("rs1"), SettingsChange.NOTHING))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("RESTART was refused");
    ports.claiming().claim("the first");
    assertThatThrownBy(() -> ports.claiming().claim("the second"))
        .isInstanceOf(AlreadyClaimed.class);
  }

  /** What has a default would else be answered by it, and not by the store. */
  @Test
  void allThatAStoreIsAskedReachesIt() throws Exception {
    Set<String> asked = new TreeSet<>();
    Store store =
        (Store)
            Proxy.newProxyInstance(
                Store.class.getClassLoader(),
                new Class<?>[] {Store.class},
                (proxy, method, arguments) -> {
                  asked.add(method.getName());
                  return null;
                });
    Store patient = patience.with(new Ports(store, Facets.of(), cluster)).store();
    Set<String> all = new TreeSet<>(Set.of("close"));
    for (Method method : Store.class.getMethods()) {
      if (!method.getName().equals("close")) {
        all.add(method.getName());
        method.invoke(patient, new Object[method.getParameterCount()]);
      }
    }
    patient.close();

    assertThat(asked).isEqualTo(all);
  }
}
