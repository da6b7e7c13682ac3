package io.proteus.engine.riak;

import static io.proteus.engine.riak.RiakUnderTest.ONE;
import static io.proteus.engine.riak.RiakUnderTest.THREE;
import static io.proteus.engine.riak.RiakUnderTest.TWO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.core.step.SetNodeSettings;
import io.proteus.core.step.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A running node takes its limit of transfers and nothing else, and all of it is undone. */
class NodeOrdersTest {
  private static final NodeId NODE = new NodeId(TWO);

  @TempDir private Path folder;
  private RiakUnderTest cluster;
  private RiakStore store;

  @BeforeEach
  void start() throws PortException {
    cluster = new RiakUnderTest(folder);
    store = cluster.connect(Set.of("bitcask.max_file_size"));
  }

  @AfterEach
  void stop() throws IOException {
    store.close();
    cluster.close();
  }

  private void set(NodeId node, Map<String, String> values) throws PortException {
    new NodeOrders(store).set(node, SettingsChange.setting(values));
  }

  private static Node node(Topology now, String name) {
    return now.node(new NodeId(name)).orElseThrow();
  }

  private List<String> orders() {
    return cluster.riak.log().stream().filter(command -> command.startsWith("set ")).toList();
  }

  @Test
  void aStepSetsOneNodeAndItsInverseSetsWhatWasBefore() throws PortException {
    Topology before = store.topology();
    Step step = new SetNodeSettings(NODE, SettingsChange.setting(Map.of("transfer_limit", "4")));
    assertThat(step.isDone(before)).isFalse();

    step.issue(cluster.ports(store));

    Topology then = store.topology();
    assertThat(step.isDone(then)).isTrue();
    assertThat(node(then, TWO).settings()).containsExactly(Map.entry("transfer_limit", "4"));
    assertThat(node(then, ONE).settings()).containsExactly(Map.entry("transfer_limit", "8"));
    Step back = step.inverse(before).orElseThrow();
    back.issue(cluster.ports(store));
    assertThat(node(store.topology(), TWO).settings())
        .containsExactly(Map.entry("transfer_limit", "8"));
    assertThat(orders()).containsExactly("set transfer_limit=4", "set transfer_limit=8");
  }

  @Test
  void aNodeSaysWhatItTakesWhileItRunsAndWhatNever() throws PortException {
    Node node = node(store.topology(), TWO);

    assertThat(node.effectOf("transfer_limit")).isEqualTo(Effect.ONLINE);
    assertThat(node.effectOf("bitcask.max_file_size")).isEqualTo(Effect.NEVER);
  }

  @Test
  void aNodeThatTellsNothingIsNotChangedAndNamed() throws PortException {
    cluster.riak.silent.add(TWO);

    Topology now = store.topology();

    assertThat(node(now, TWO).settings()).isNull();
    assertThat(node(now, TWO).effectOf("transfer_limit")).isEqualTo(Effect.NEVER);
    assertThat(node(now, ONE).settings()).isNotNull();
    assertThat(now.gaps())
        .filteredOn(gap -> gap.kind() == Gap.Kind.SETTINGS_UNREADABLE)
        .extracting(Gap::subject)
        .containsExactly(TWO);
    assertThatThrownBy(() -> set(NODE, Map.of("transfer_limit", "4")))
        .hasMessageContainingAll(TWO, "was told transfer_limit = 4 and has no value");
  }

  /** Riak takes 0, so that an operator's 0 can be put back. */
  @ParameterizedTest
  @ValueSource(strings = {"0", "1", "999999999"})
  void riakTakesAnyWholeNumber(String limit) throws PortException {
    set(NODE, Map.of("transfer_limit", limit));

    assertThat(node(store.topology(), TWO).settings()).containsEntry("transfer_limit", limit);
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "-1", "4; reboot", "", "08", "1000000000"})
  void aValueThatRiakDoesNotTakeIsNamedAndNeverSent(String limit) {
    assertThatThrownBy(() -> set(NODE, Map.of("transfer_limit", limit)))
        .hasMessageContainingAll(
            TWO, "transfer_limit: want a whole number", "got " + limit, "Nothing was changed");
    assertThat(orders()).isEmpty();
  }

  @Test
  void aKeyThatNeedsARestartIsNamedWithTheOneThatDoesNot() {
    assertThatThrownBy(
            () -> set(NODE, Map.of("leveldb.maximum_memory", "1", "transfer_limit", "4")))
        .hasMessageContainingAll(
            TWO, "leveldb.maximum_memory", "Want transfer_limit", "Nothing was changed");
    assertThat(orders()).isEmpty();
  }

  @Test
  void theLimitIsNotTakenOff() {
    SettingsChange change = SettingsChange.of(Map.of(), List.of("transfer_limit"));

    assertThatThrownBy(() -> new NodeOrders(store).set(NODE, change))
        .hasMessageContainingAll(TWO, "transfer_limit cannot be taken off", "Set a value");
  }

  @Test
  void aDeadNodeIsRefusedWithThoseThatLive() {
    cluster.riak.kill(THREE);

    assertThatThrownBy(() -> set(new NodeId(THREE), Map.of("transfer_limit", "4")))
        .hasMessageContainingAll(THREE, "not a live node", ONE + ", " + TWO);
  }

  @Test
  void aRefusalIsReadFromTheTextAsItsExitCodeIsZero() throws PortException {
    assertThat(store.askAt(TWO, "set", "transfer_limit=abc"))
        .contains("\"abc\" cannot be converted to a(n) integer");
    assertThat(store.askAt(TWO, "set", "leveldb.maximum_memory=256MB"))
        .contains("not settable: [\"leveldb.maximum_memory\"]");
    cluster.riak.refuseLimits = true;

    assertThatThrownBy(() -> set(NODE, Map.of("transfer_limit", "4")))
        .hasMessageContainingAll(TWO, "transfer_limit = 4 was refused", "not settable");
  }
}
