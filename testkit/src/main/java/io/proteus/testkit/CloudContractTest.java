package io.proteus.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Admission;
import io.proteus.core.port.Launch;
import io.proteus.core.port.Machine;
import io.proteus.core.port.MachineInventory;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.Machines;
import io.proteus.core.port.Membership;
import io.proteus.core.port.MemoryShares;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Restarts;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What every cloud must show with a real store on its nodes: the store's topology tells what came
 * of an order.
 */
public abstract class CloudContractTest extends StoreContract {

  /** A setting by which a node can be started besides its split, and a value that is no default. */
  protected Map.Entry<String, String> aSetting() {
    return Map.entry("some.key", "1");
  }

  /** Somebody else starts a machine in the same place. Where that cannot be, nothing. */
  protected void aStrangerStartsAMachine() throws PortException {}

  @Test
  void listsTheMachineOfEveryNodeAndNoStrangers() throws PortException {
    assumeHas(Machines.class);
    List<NodeId> nodes = nodes(store().topology());
    aStrangerStartsAMachine();

    assertThat(need(Machines.class).machines()).containsOnlyKeys(nodes);
  }

  @Test
  void knowsMoreOfEachOfItsMachinesAndOfNoOther() throws PortException {
    assumeHas(Machines.class);
    assumeHas(MachineInventory.class);
    aStrangerStartsAMachine();

    assertThat(need(MachineInventory.class).inventory())
        .extracting(Machine::node)
        .containsExactlyInAnyOrderElementsOf(need(Machines.class).machines().keySet());
    assertThat(need(MachineInventory.class).inventory())
        .extracting(Machine::id)
        .doesNotHaveDuplicates();
  }

  /** A cloud without tags writes none; what it writes is the same for all clouds. */
  private static void carriesTagsOf(Launch launch, Machine machine) {
    MachineTags.read(machine.tags())
        .ifPresent(tags -> assertThat(tags).isEqualTo(MachineTags.of(tags.cluster(), launch)));
  }

  @Test
  void restartsANodeWithSettingsThatStayUntilTheyAreRemoved() throws PortException {
    assumeHas(Restarts.class);
    Node node = store().topology().nodes().get(0);
    var split = otherThan(node);
    var setting = aSetting();
    Map<String, String> wanted = new HashMap<>(settings(split));
    wanted.put(setting.getKey(), setting.getValue());
    emptyForARestart(node.id());

    need(Restarts.class).restart(node.id(), SettingsChange.setting(wanted));
    eventually(
        now -> isAnew(now, node) && hasSplit(now, node.id(), split) && isSet(now, node, setting));

    Node restarted = store().topology().node(node.id()).orElseThrow();
    need(Restarts.class).restart(node.id(), SettingsChange.of(Map.of(), List.of(setting.getKey())));
    eventually(
        now ->
            isAnew(now, restarted)
                && hasSplit(now, node.id(), split)
                && !isSet(now, node, setting));
  }

  private static boolean isAnew(Topology now, Node node) {
    return now.node(node.id())
        .map(found -> !found.incarnation().equals(node.incarnation()))
        .orElse(false);
  }

  private static boolean isSet(Topology now, Node node, Map.Entry<String, String> setting) {
    var settings = now.node(node.id()).orElseThrow().settings();
    return settings != null && setting.getValue().equals(settings.get(setting.getKey()));
  }

  private Optional<BigDecimal> priceOfOneMore() throws PortException {
    if (!has(MachineInventory.class)) {
      return Optional.empty();
    }
    MachineInventory inventory = need(MachineInventory.class);
    return inventory.priceOfOneMore(inventory.inventory());
  }

  @Test
  void startsOneNodeHoweverOftenItIsAskedForSoManyAndEndsItAgain() throws PortException {
    assumeHas(Machines.class);
    Topology before = store().topology();
    Optional<BigDecimal> foretold = priceOfOneMore();
    int more = before.nodes().size() + 1;

    Launch launch = Launch.of(more, settings(ONE), "plan-of-the-contract", 3);
    need(Machines.class).launch(launch);
    need(Machines.class).launch(launch);
    assertThat(need(Machines.class).machines()).as("with the one that still starts").hasSize(more);
    need(Machines.class).launch(more, settings(ONE));
    need(Machines.class).launch(more - 1, settings(ONE));
    eventuallyHolds(
        () -> {
          admitNewcomers();
          Topology now = store().topology();
          return now.nodes().size() == more && now.inTransition().isEmpty();
        });
    NodeId added =
        nodes(store().topology()).stream()
            .filter(node -> before.node(node).isEmpty())
            .findFirst()
            .orElseThrow();
    // it may be listed before it tells what it came with
    eventually(now -> hasSplit(now, added, ONE));
    assertThat(need(Machines.class).machines())
        .containsOnlyKeys(
            Stream.concat(nodes(before).stream(), Stream.of(added)).toArray(NodeId[]::new));
    if (has(MachineInventory.class)) {
      assertThat(need(MachineInventory.class).inventory())
          .filteredOn(machine -> machine.node().equals(added))
          .singleElement()
          .satisfies(machine -> carriesTagsOf(launch, machine))
          .satisfies(
              machine -> assertThat(machine.pricePerHour()).as("as foretold").isEqualTo(foretold));
    }

    emptyForGood(added);
    need(Machines.class).terminate(added);
    eventually(now -> now.node(added).isEmpty());
    need(Machines.class).terminate(added);
    assertThat(need(Machines.class).machines()).containsOnlyKeys(nodes(before));
    eventuallyHolds(
        () -> {
          forget(added);
          return !store().topology().deadNodes().contains(added);
        });
    forget(added);
    assertThat(nodes(store().topology())).containsExactlyElementsOf(nodes(before));
  }

  @Test
  void refusesToRestartANodeThatIsNotItsOwn() {
    assumeHas(Restarts.class);

    assertThatThrownBy(() -> need(Restarts.class).restart(NO_NODE, SettingsChange.NOTHING))
        .isInstanceOf(PortException.class)
        .hasMessageContaining(NO_NODE.value());
  }

  @Test
  void endsNothingWhenAskedToEndANodeThatIsNotItsOwn() throws PortException {
    assumeHas(Machines.class);
    Set<NodeId> before = need(Machines.class).machines().keySet();
    try {
      need(Machines.class).terminate(NO_NODE);
    } catch (PortException refused) {
      assertThat(refused).hasMessageContaining(NO_NODE.value());
    }
    assertThat(need(Machines.class).machines()).containsOnlyKeys(before);
  }

  private Map<String, String> settings(MemorySplit split) {
    return ports().find(MemoryShares.class).map(own -> own.settingsOf(split)).orElse(Map.of());
  }

  /** A store that has to be told takes in all whose machines run; one that starts is refused. */
  private void admitNewcomers() throws PortException {
    if (has(Admission.class)) {
      for (NodeId node : need(Machines.class).machines().keySet()) {
        need(Admission.class).admit(node);
      }
    }
  }

  private void forget(NodeId node) throws PortException {
    if (has(Membership.class)) {
      need(Membership.class).forget(node);
    }
  }

  private static List<NodeId> nodes(Topology topology) {
    return topology.nodes().stream().map(Node::id).toList();
  }
}
