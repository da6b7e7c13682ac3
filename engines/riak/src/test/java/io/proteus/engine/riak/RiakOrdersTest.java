package io.proteus.engine.riak;

import static io.proteus.engine.riak.RiakUnderTest.FOUR;
import static io.proteus.engine.riak.RiakUnderTest.ONE;
import static io.proteus.engine.riak.RiakUnderTest.THREE;
import static io.proteus.engine.riak.RiakUnderTest.TWO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Nodes come and go as one staged change, whatever else is staged, dead or cut off. */
class RiakOrdersTest {
  private static final NodeId NEW = new NodeId(FOUR);
  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(15);
  private static final int MOST_TRIES = 40;

  @TempDir private Path folder;
  private RiakUnderTest cluster;
  private RiakStore store;
  private RiakOrders orders;

  @BeforeEach
  void start() throws PortException {
    cluster = new RiakUnderTest(folder);
    begin();
  }

  private void begin() throws PortException {
    store = cluster.connect();
    orders = new RiakOrders(store, cluster.settings);
  }

  @AfterEach
  void stop() throws IOException {
    store.close();
    cluster.close();
  }

  /** Looks until this shows, while the cluster's time passes. */
  private void eventually(Predicate<Topology> shows) {
    untilDone(() -> shows.test(store.topology()));
  }

  private void ordered(Order order) {
    untilDone(
        () -> {
          order.give();
          return true;
        });
  }

  private void untilDone(Attempt attempt) {
    PortException last = null;
    for (int tries = 0; tries < MOST_TRIES; tries++) {
      try {
        if (attempt.isDone()) {
          return;
        }
      } catch (PortException e) {
        last = e;
      }
      cluster.clock.advance(BETWEEN_TRIES);
    }
    throw new AssertionError("not within %d tries".formatted(MOST_TRIES), last);
  }

  @FunctionalInterface
  private interface Attempt {
    boolean isDone() throws PortException;
  }

  @FunctionalInterface
  private interface Order {
    void give() throws PortException;
  }

  @Test
  void aNodeJoinsOnceAllOfItsHandOffsAreOver() throws PortException {
    cluster.riak.launch(4, Map.of());
    ordered(() -> orders.admit(NEW));

    Topology joined = store.topology();
    assertThat(joined.nodes()).extracting(Node::id).contains(NEW);
    assertThat(joined.inTransition()).isNotEmpty();
    eventually(now -> now.inTransition().isEmpty());
    assertThat(cluster.riak.stage()).isEqualTo("FOUR");
    assertThat(store.topology().served(NEW)).isEqualTo(4);
    assertThat(store.topology().copies()).isEqualTo(3);
    orders.admit(NEW);
    assertThat(cluster.riak.log()).filteredOn("cluster commit"::equals).hasSize(1);
  }

  @Test
  void aNodeLeavesAndIsListedUntilItHasHandedOffItsHintsToo() throws PortException {
    cluster.riak.haveFour();

    orders.leave(NEW);
    orders.leave(NEW);

    assertThat(store.topology().nodes()).hasSize(4);
    eventually(now -> now.node(NEW).isEmpty());
    assertThat(cluster.riak.stage()).isEqualTo("THREE");
    assertThat(store.topology().inTransition()).isEmpty();
    orders.leave(NEW);
    assertThatThrownBy(() -> orders.leave(new NodeId(THREE)))
        .hasMessageContaining("riak3@127.0.0.1 must stay: there are 3 copies of everything");
  }

  @ParameterizedTest
  @CsvSource({
    "0,false", "1,false", "2,false", "3,false", "4,false", "5,false", "6,false", "7,false",
    "3,true", "4,true", "5,true", "6,true", "7,true"
  })
  void cutOffAtAnyCallTheNextOneGoesOn(int answers, boolean carriedOut) throws PortException {
    cluster.riak.haveFour();
    cluster.riak.loseAnswers(answers, carriedOut);
    try {
      orders.leave(NEW);
    } catch (PortException e) {
      // as it was meant
    }
    cluster.riak.loseAnswers(Integer.MAX_VALUE, false);
    store.close();

    begin();
    orders.leave(NEW);

    eventually(now -> now.node(NEW).isEmpty() && now.inTransition().isEmpty());
    assertThat(cluster.riak.log())
        .doesNotContain("cluster clear")
        .filteredOn("cluster commit"::equals)
        .hasSize(1);
    assertThat(store.notedChange().staged()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"3,true", "4,false", "4,true", "5,true", "6,false", "6,true"})
  void cutOffWhileANodeJoinsTheNextOneGoesOn(int answers, boolean carriedOut) throws PortException {
    cluster.riak.launch(4, Map.of());
    cluster.clock.advance(BETWEEN_TRIES);
    assertThat(cluster.riak.isWillingToJoin(FOUR)).isTrue();
    cluster.riak.loseAnswers(answers, carriedOut);
    try {
      orders.admit(NEW);
    } catch (PortException e) {
      // as it was meant
    }
    cluster.riak.loseAnswers(Integer.MAX_VALUE, false);
    store.close();

    begin();
    orders.admit(NEW);

    eventually(now -> now.nodes().size() == 4 && now.inTransition().isEmpty());
    assertThat(cluster.riak.log())
        .doesNotContain("cluster clear")
        .filteredOn("cluster commit"::equals)
        .hasSize(1);
  }

  @Test
  void whatSomebodyElseHasStagedIsNeitherCommittedNorCleared() throws PortException {
    cluster.riak.haveFour();
    cluster.riak.operator("cluster", "leave", THREE);

    assertThatThrownBy(() -> orders.leave(NEW))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("somebody else has staged [leave riak3@127.0.0.1]")
        .hasMessageContaining("riak admin cluster commit");
    assertThat(cluster.riak.log()).doesNotContain("cluster clear", "cluster leave riak4@127.0.0.1");
    assertThat(cluster.riak.stage()).isEqualTo("FOUR");
  }

  @Test
  void theSameChangeStagedBySomebodyElseIsNotTakenForItsOwn() {
    cluster.riak.haveFour();
    cluster.riak.operator("cluster", "leave", FOUR);

    assertThatThrownBy(() -> orders.leave(NEW))
        .hasMessageContaining("somebody else has staged [leave riak4@127.0.0.1]");
  }

  @Test
  void aNodeThatHasJustStartedIsRefusedAndAskedAgain() throws PortException {
    cluster.riak.launch(4, Map.of());

    assertThatThrownBy(() -> orders.admit(NEW)).hasMessageContaining("does not run");
    cluster.clock.advance(Duration.ofSeconds(5));
    assertThatThrownBy(() -> orders.admit(NEW)).hasMessageContaining("was refused");
    cluster.clock.advance(Duration.ofSeconds(5));
    orders.admit(NEW);

    assertThat(cluster.riak.log()).contains("cluster join riak1@127.0.0.1");
    assertThat(store.topology().nodes()).hasSize(4);
  }

  @Test
  void aDeadNodeIsListedAndWhatWaitsForItHoldsNothingUp() throws PortException {
    cluster.riak.kill(TWO);

    Topology now = store.topology();

    assertThat(now.deadNodes()).containsExactly(new NodeId(TWO));
    assertThat(now.nodes())
        .extracting(Node::id)
        .containsExactly(new NodeId(ONE), new NodeId(THREE));
    assertThat(now.inTransition()).isEmpty();
    assertThat(now.partitions()).allMatch(vnode -> vnode.node() != null);
  }

  @Test
  void aCommittedLeaveOfADeadNodeIsCancelledBeforeAnythingElseChanges() throws Exception {
    cluster.riak.haveFour();
    cluster.riak.kill(THREE);
    cluster.riak.operator("cluster", "leave", THREE);
    cluster.riak.operator("cluster", "plan");
    cluster.riak.operator("cluster", "commit");
    assertThat(store.topology().inTransition()).isEmpty(); // nothing goes on that is worth awaiting

    assertThatThrownBy(() -> orders.leave(NEW)).hasMessageContaining("marked down");

    assertThat(cluster.riak.stage()).isEqualTo("MARKED_LEAVER");
    assertThat(store.topology().inTransition()).isNotEmpty(); // moves that are taken back
    cluster.riak.restart(new NodeId(THREE), SettingsChange.setting(Map.of()));
    eventually(now -> now.deadNodes().isEmpty() && now.inTransition().isEmpty());
    assertThat(store.topology().nodes()).hasSize(4);
  }

  @Test
  void noLeaveOfADeadNodeIsStaged() {
    cluster.riak.haveFour();
    cluster.riak.kill(TWO);

    assertThatThrownBy(() -> orders.leave(new NodeId(TWO))).hasMessageContaining("marked down");
    assertThatThrownBy(() -> orders.leave(new NodeId(TWO)))
        .hasMessageContaining("is dead, and a leave of it would block the ring");
    assertThat(cluster.riak.log()).doesNotContain("cluster leave riak2@127.0.0.1");
  }

  @Test
  void aMarkedNodeThatIsBackIsAwaitedUntilRiakTakesItBack() throws Exception {
    cluster.riak.kill(THREE);
    cluster.riak.operator("down", THREE);
    assertThat(store.topology().deadNodes()).containsExactly(new NodeId(THREE));

    cluster.riak.restart(new NodeId(THREE), SettingsChange.setting(Map.of()));

    eventually(now -> now.deadNodes().isEmpty() && now.inTransition().isEmpty());
    assertThat(store.topology().nodes()).hasSize(3);
  }
}
