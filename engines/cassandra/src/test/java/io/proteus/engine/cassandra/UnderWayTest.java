package io.proteus.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.proteus.core.cluster.Known;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.engine.file.Notes;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of orders to the Proteus that comes after the one that gave them. */
class UnderWayTest {
  private static final String JOIN = "join 10.0.0.4";

  @TempDir Path folder;
  private UnderWay first;
  private UnderWay second;

  @BeforeEach
  void twoProcesses() throws PortException {
    first = new UnderWay(new Notes(folder, "ring"));
    second = new UnderWay(new Notes(folder, "ring"));
  }

  @Test
  void aJoinThatNobodySeesToIsNamedUntilItsCleanupIsDone() throws PortException {
    first.begin(JOIN);
    assertThat(second.empty()).as("it may take nothing over").containsExactly("10.0.0.4");
    first.isFilled(JOIN);

    assertThat(second.failures()).containsExactly(entry(JOIN, UnderWay.BROKE_OFF));

    first.end(JOIN, null);

    assertThat(second.failures()).isEmpty();
  }

  @Test
  void whatBrokeOffMayBeOrderedAgainAndWhatFailedIsToldFirst() throws PortException {
    first.begin(JOIN);
    first.isFilled(JOIN);

    assertThatCode(() -> second.refuseFailed(JOIN)).doesNotThrowAnyException();

    first.end(JOIN, "no room");

    assertThatThrownBy(() -> second.refuseFailed(JOIN)).hasMessageContaining("no room");
    assertThatCode(() -> second.refuseFailed(JOIN)).doesNotThrowAnyException();
  }

  @Test
  void whatAJoinLeavesToTheNextIsNamedUntilThatHasMadeUpForIt() throws PortException {
    first.begin(JOIN);
    first.isFilled(JOIN);
    first.end(JOIN, UnderWay.LEFT_TO_THE_NEXT);

    assertThatCode(() -> second.refuseFailed(JOIN)).doesNotThrowAnyException();
    assertThat(second.isLeftToCleanUp()).isTrue();
    assertThat(new FailedOrdersCheck(second).findings(ring(List.of(), "10.0.0.1", "10.0.0.4")))
        .singleElement()
        .satisfies(
            found ->
                assertThat(found.toString())
                    .contains(
                        JOIN, "left something to clean up", "left to the join after it", "apply"));

    first.begin("join 10.0.0.5");
    first.allIsCleanedUp();
    first.end("join 10.0.0.5", null);

    assertThat(second.failures()).isEmpty();
  }

  @Test
  void whatWasLeftIsTakenOverByACleanupOfItsOwn() throws PortException {
    first.begin(JOIN);
    first.isFilled(JOIN);
    first.end(JOIN, UnderWay.LEFT_TO_THE_NEXT);

    second.begin(RingOrders.CLEAN_UP);
    second.isTakenOver();

    assertThat(first.failures()).containsOnly(entry(RingOrders.CLEAN_UP, UnderWay.BROKE_OFF));
    assertThat(new FailedOrdersCheck(first).findings(ring(List.of(), "10.0.0.1"))).hasSize(1);
    assertThat(new FailedOrdersCheck(first).findings(ring(List.of(new PartitionId("k/1")))))
        .isEmpty();

    second.end(RingOrders.CLEAN_UP, "10.0.0.2 k (status 1)");

    assertThat(first.isLeftToDo()).as("it failed, and is not tried for ever").isFalse();
    assertThat(first.failures()).containsKey(RingOrders.CLEAN_UP);
  }

  @Test
  void aNodeThatLeavesNeedsNoCleanup() throws PortException {
    first.begin("leave 10.0.0.4");

    assertThat(second.failures()).isEmpty();
  }

  @Test
  void aCleanupIsNamedOnceTheNodeHasJoinedAndNothingIsOnItsWay() throws PortException {
    first.begin(JOIN);
    first.isFilled(JOIN);
    FailedOrdersCheck check = new FailedOrdersCheck(second);

    assertThat(check.findings(ring(List.of(), "10.0.0.1"))).isEmpty();
    assertThat(check.findings(ring(List.of(new PartitionId("k/1")), "10.0.0.1", "10.0.0.4")))
        .isEmpty();
    assertThat(check.findings(ring(List.of(), "10.0.0.1", "10.0.0.4")))
        .singleElement()
        .satisfies(found -> assertThat(found.toString()).contains(JOIN, "nodetool cleanup"));
  }

  private static Topology ring(List<PartitionId> inTransition, String... nodes) {
    return new Topology(
        "ring",
        Instant.EPOCH,
        List.of(nodes).stream().map(UnderWayTest::node).toList(),
        List.of(),
        List.of(),
        List.of(),
        inTransition,
        false,
        List.of());
  }

  private static Node node(String address) {
    return new Node(
        new NodeId(address),
        "first",
        new Known.None<>(),
        false,
        false,
        null,
        false,
        new TreeMap<>());
  }

  /** Whoever asks for it again is told each time, until the node has gone. */
  @Test
  void aNodeThatJoinedWithoutItsDataIsNamedUntilItHasLeft() throws PortException {
    first.begin(JOIN);
    first.end(JOIN, UnderWay.EMPTY);

    assertThat(second.empty()).containsExactly("10.0.0.4");
    assertThat(second.isLeftToDo()).isFalse();
    assertThatThrownBy(() -> second.refuseFailed(JOIN)).hasMessageContaining("leave again");
    assertThat(second.empty()).containsExactly("10.0.0.4");

    second.hasLeft("10.0.0.4");

    assertThat(second.failures()).isEmpty();
  }

  @Test
  void whatNotEveryNodeCouldBeAskedAboutIsLeftToDo() throws PortException {
    first.begin(JOIN);
    first.end(JOIN, UnderWay.LEFT_UNDONE);

    assertThat(second.isLeftToDo()).isTrue();
    assertThatCode(() -> second.refuseFailed(JOIN)).doesNotThrowAnyException();
  }

  @Test
  void whatIsRefusedAtOnceIsToldAtOnce() throws PortException {
    first.begin("leave 10.0.0.4");
    first.end("leave 10.0.0.4", "too few");

    assertThatThrownBy(() -> first.refuseEarly("leave 10.0.0.4")).hasMessageContaining("too few");
  }
}
