package io.proteus.core.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeCounters;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestCounters;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** MET-2: a rate is known or a gap with its cause, and never zero for want of knowledge. */
class RateMeterTest {
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final PartitionId A = new PartitionId("a");
  private static final Map<NodeId, HostLoad> HOSTS = Map.of(RS1, busy(0.5), RS2, busy(0.5));

  @Test
  void aRateIsWhatTheCountersRoseByInTheTimeBetween() {
    Observation seen =
        between(
            at(0).node("rs1").partition("a", "rs1", 1000, 10, 500),
            at(30).node("rs1").partition("a", "rs1", 4000, 40, 500));

    assertThat(seen.rates()).containsOnly(Map.entry(A, new RequestRates(100, 1, 0)));
    assertThat(seen.span()).isEqualTo(Duration.ofSeconds(30));
    assertThat(seen.gaps()).isEmpty();
  }

  /** Each node serves 90 reads a second; a partition of rs1 has twice what the other has. */
  @Test
  void whatIsCountedForNodesIsDividedAmongTheirPartitions() {
    assertThat(ofNodes(LoadBasis.APPORTIONED).rates())
        .containsOnly(
            Map.entry(A, new RequestRates(60, 0, 0)),
            Map.entry(new PartitionId("b"), new RequestRates(30, 0, 0)),
            Map.entry(new PartitionId("c"), new RequestRates(90, 0, 0)));
    assertThat(ofNodes(LoadBasis.OF_NODE).rates())
        .containsEntry(A, new RequestRates(45, 0, 0))
        .containsEntry(new PartitionId("c"), new RequestRates(90, 0, 0));
    assertThat(ofNodes(LoadBasis.OF_NODE).basis()).isEqualTo(LoadBasis.OF_NODE);
    assertThat(ofNodes(LoadBasis.OF_NODE).gaps()).isEmpty();
  }

  private static Observation ofNodes(LoadBasis basis) {
    return RateMeter.observe(1, counted(0, basis), counted(10, basis), HOSTS, Set.of());
  }

  @Test
  void aNodeThatDoesNotTellLeavesItsPartitionsUnknown() {
    Sample first = counted(0, LoadBasis.OF_NODE);
    Sample later = counted(10, LoadBasis.OF_NODE);
    Map<NodeId, NodeCounters> told = new HashMap<>(later.nodes());
    told.remove(RS1);

    Observation seen =
        RateMeter.observe(
            1,
            first,
            new Sample(later.topology(), Map.of(), told, LoadBasis.OF_NODE),
            HOSTS,
            Set.of());

    assertThat(seen.rates()).containsOnlyKeys(new PartitionId("c"));
    assertThat(seen.gaps())
        .containsExactly(
            new Gap(
                Gap.Kind.COUNTERS_MISSING, "rs1", Sentence.of("its counters could not be read")));
  }

  private static Sample counted(int second, LoadBasis basis) {
    TableId table = new TableId("t");
    Instant at = Instant.EPOCH.plusSeconds(second);
    NodeCounters counters = NodeCounters.of(new RequestCounters(second * 90L, 0, 0));
    Topology topology =
        new Topology(
            "test",
            at,
            List.of(new Node(RS1, "1", null, true), new Node(RS2, "1", null, true)),
            List.of(),
            List.of(
                new Partition(A, table, RS1, ByteSize.ofMegabytes(20), null),
                new Partition(new PartitionId("b"), table, RS1, ByteSize.ofMegabytes(10), null),
                new Partition(new PartitionId("c"), table, RS2, ByteSize.ofMegabytes(10), null)),
            List.of(new Table(table, null)),
            List.of(),
            false,
            List.of());
    return new Sample(topology, Map.of(), Map.of(RS1, counters, RS2, counters), basis);
  }

  @Test
  void noRequestsAreAKnownRateOfZero() {
    Observation seen =
        RateMeter.observe(
            1, unmoved(0).build(), unmoved(30).build(), Map.of(RS1, busy(0.1)), Set.of());

    assertThat(seen.rates()).containsOnly(Map.entry(A, RequestRates.NONE));
    assertThat(seen.loads().get(RS1).requests()).isEqualTo(OperationsPerSecond.ZERO);
    assertThat(seen.gaps()).isEmpty();
  }

  @Test
  void countersThatStandStillBesideABusyCpuAreNotBelieved() {
    Observation seen = between(unmoved(0), unmoved(30));

    assertThat(seen.rates()).isEmpty();
    assertThat(seen.loads().get(RS1).requests()).isNull();
    assertThat(seen.loads().get(RS1).host()).isEqualTo(busy(0.5));
    assertThat(seen.gaps())
        .containsExactly(
            new Gap(
                Gap.Kind.COUNTERS_STAND_STILL,
                "test",
                Sentence.of(
                    "no counter of a request moved, and %s's host is at %s CPU, so these may be old"
                        + " figures",
                    new NodeId("rs1"), Ratio.of(0.5))));
  }

  /** As where only tables are asked that are not managed. */
  @Test
  void whereOneCounterMovesTheOthersAreBelieved() {
    Observation seen = between(unmoved(0), unmoved(30).requests("rs1", 8));

    assertThat(seen.rates()).containsOnly(Map.entry(A, RequestRates.NONE));
  }

  /** Five minutes' requests in the rate of half a minute would be ten times too many. */
  @Test
  void whatCountersRoseByAfterTheyStoodStillIsOfAnUnknownTime() {
    SampleBuilder later = at(30).node("rs1").partition("a", "rs1", 9000, 7, 7).requests("rs1", 900);

    Observation seen =
        RateMeter.observeAfterStandstill(1, unmoved(0).build(), later.build(), HOSTS, Set.of());

    assertThat(seen.rates()).isEmpty();
    assertThat(seen.loads().get(RS1).requests()).isNull();
    assertThat(seen.gaps()).extracting(Gap::kind).containsExactly(Gap.Kind.FIRST_SEEN);
  }

  private static SampleBuilder unmoved(long second) {
    return at(second).node("rs1").partition("a", "rs1", 7, 7, 7).requests("rs1", 7);
  }

  @Test
  void aFirstSampleHasNoRates() {
    Observation seen = between(null, at(0).node("rs1").partition("a", "rs1", 1000, 0, 0));

    assertUnknown(seen, Gap.Kind.FIRST_SEEN);
    assertThat(seen.span()).isZero();
  }

  @Test
  void twoSamplesOfTheSameMomentHaveNoRates() {
    SampleBuilder same = at(5).node("rs1").partition("a", "rs1", 1000, 0, 0);

    assertUnknown(between(same, same), Gap.Kind.FIRST_SEEN);
  }

  @Test
  void aClockThatWentBackGivesNoRates() {
    assertUnknown(
        between(
            at(30).node("rs1").partition("a", "rs1", 1000, 0, 0),
            at(0).node("rs1").partition("a", "rs1", 2000, 0, 0)),
        Gap.Kind.FIRST_SEEN);
  }

  @Test
  void countersThatWentBackAreAGap() {
    assertUnknown(
        between(
            at(0).node("rs1").partition("a", "rs1", 1000, 0, 100),
            at(30).node("rs1").partition("a", "rs1", 2000, 0, 99)),
        Gap.Kind.COUNTER_RESET);
  }

  @Test
  void aRestartIsAGapEvenWhereTheNewCountersAreHigherAlready() {
    Observation seen =
        between(
            at(0).node("rs1").partition("a", "rs1", 10, 0, 0).requests("rs1", 10),
            at(30).restarted("rs1").partition("a", "rs1", 5000, 0, 0).requests("rs1", 5000));

    assertUnknown(seen, Gap.Kind.COUNTER_RESET);
    assertThat(seen.loads().get(RS1).requests()).isNull();
  }

  @Test
  void aPartitionThatMovedIsAGapThatSaysFromWhere() {
    Observation seen =
        between(
            at(0).node("rs1").node("rs2").partition("a", "rs1", 1000, 0, 0),
            at(30).node("rs1").node("rs2").partition("a", "rs2", 2000, 0, 0));

    assertUnknown(seen, Gap.Kind.PARTITION_MOVED);
    assertThat(seen.gaps().get(0).sentence()).asString().contains("rs1");
  }

  @Test
  void aPartitionThatNobodyServedBeforeIsAGapThatSaysSo() {
    Observation seen =
        between(
            at(0).node("rs1").partition("a", null, 0, 0, 0),
            at(30).node("rs1").partition("a", "rs1", 100, 0, 0));

    assertUnknown(seen, Gap.Kind.PARTITION_MOVED);
    assertThat(seen.gaps().get(0).sentence()).asString().doesNotContain("null").contains("no node");
  }

  @Test
  void aPartitionThatNobodyServesHasNoRate() {
    assertUnknown(
        between(
            at(0).node("rs1").partition("a", null, 0, 0, 0),
            at(30).node("rs1").partition("a", null, 0, 0, 0)),
        Gap.Kind.COUNTERS_MISSING);
  }

  @Test
  void theDaughtersOfASplitAreNewAndTheParentIsGone() {
    Observation seen =
        between(
            at(0).node("rs1").partition("a", "rs1", 1000, 0, 0),
            at(30).node("rs1").partition("a1", "rs1", 50, 0, 0).partition("a2", "rs1", 50, 0, 0));

    assertThat(seen.rates()).isEmpty();
    assertThat(seen.gaps())
        .extracting(Gap::kind, Gap::subject)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple(Gap.Kind.FIRST_SEEN, "a1"),
            org.assertj.core.groups.Tuple.tuple(Gap.Kind.FIRST_SEEN, "a2"));
  }

  @Test
  void aNodeThatAppearsHasNoRateYetButItsGauges() {
    Observation seen =
        between(at(0).node("rs1"), at(30).node("rs1").node("rs2").requests("rs2", 900));

    assertThat(seen.loads().get(RS2).requests()).isNull();
    assertThat(seen.loads().get(RS2).queued()).isEqualTo(3);
  }

  @Test
  void aNodeThatDiedTakesNothingWithIt() {
    Observation seen =
        between(
            at(0).node("rs1").node("rs2").partition("a", "rs1", 0, 0, 0).requests("rs2", 900),
            at(30).node("rs1").partition("a", "rs1", 30, 0, 0));

    assertThat(seen.rates()).containsOnlyKeys(A);
    assertThat(seen.loads()).containsOnlyKeys(RS1);
  }

  @Test
  void countersThatCouldNotBeReadAreAGapWhicheverSampleLacksThem() {
    SampleBuilder with = at(0).node("rs1").partition("a", "rs1", 1000, 0, 0);
    SampleBuilder without = at(30).node("rs1").unreadPartition("a", "rs1");

    assertUnknown(between(with, without), Gap.Kind.COUNTERS_MISSING);
    assertUnknown(
        between(
            at(0).node("rs1").unreadPartition("a", "rs1"),
            at(30).node("rs1").partition("a", "rs1", 1000, 0, 0)),
        Gap.Kind.FIRST_SEEN);
  }

  @Test
  void aHostOfWhichNothingIsKnownIsAGapAndNotIdle() {
    Observation seen = RateMeter.observe(1, null, at(0).node("rs1").build(), Map.of(), Set.of());

    assertThat(seen.loads().get(RS1).host()).isEqualTo(HostLoad.UNKNOWN);
    assertThat(seen.gaps()).extracting(Gap::kind).containsExactly(Gap.Kind.HOST_UNREADABLE);
  }

  @Test
  void aNodesRequestsAndCacheHitsAreThoseOfTheSpan() {
    NodeLoad load =
        between(
                at(0).node("rs1").counters("rs1", 1000, 900, 100),
                at(10).node("rs1").counters("rs1", 3000, 930, 110))
            .loads()
            .get(RS1);

    assertThat(load.requests()).isEqualTo(new OperationsPerSecond(200));
    assertThat(load.cacheHitRatio()).isEqualTo(Ratio.of(0.75));
  }

  @Test
  void aCacheThatNobodyAskedHasNoHitRatio() {
    NodeLoad load =
        between(
                at(0).node("rs1").counters("rs1", 1000, 900, 100),
                at(10).node("rs1").counters("rs1", 1000, 900, 100))
            .loads()
            .get(RS1);

    assertThat(load.requests()).isEqualTo(OperationsPerSecond.ZERO);
    assertThat(load.cacheHitRatio()).isNull();
  }

  /** HBase tells whole milliseconds, and 0 where there was no call as well. */
  @Test
  void aSlowestOfZeroMillisecondsIsFastWhereThereWereRequestsAndElseNotKnown() {
    assertThat(p99Between(1000, 3000, 0)).isZero();
    assertThat(p99Between(1000, 1000, 0)).isNull();
    assertThat(p99Between(1000, 1000, 7)).isEqualTo(7);
    NodeLoad first = between(null, at(0).node("rs1").p99("rs1", 1000, 0)).loads().get(RS1);
    assertThat(first.p99Ms()).as("of a first sample").isNull();
  }

  private static @Nullable Double p99Between(long before, long after, double p99Ms) {
    return between(
            at(0).node("rs1").p99("rs1", before, p99Ms),
            at(10).node("rs1").p99("rs1", after, p99Ms))
        .loads()
        .get(RS1)
        .p99Ms();
  }

  @Test
  void theGapsOfTheTopologyAreKept() {
    Gap closed =
        new Gap(Gap.Kind.NODE_UNREADABLE, "rs1", Sentence.verbatim("its JMX port is closed"));

    assertThat(between(null, at(0).node("rs1").gap(closed)).gaps()).contains(closed);
  }

  private static void assertUnknown(Observation seen, Gap.Kind why) {
    assertThat(seen.rates()).doesNotContainKey(A);
    assertThat(seen.gaps())
        .extracting(Gap::kind, Gap::subject)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(why, "a"));
  }

  private static Observation between(@Nullable SampleBuilder earlier, SampleBuilder later) {
    return RateMeter.observe(
        1, earlier == null ? null : earlier.build(), later.build(), HOSTS, Set.of());
  }

  private static HostLoad busy(double cpu) {
    return new HostLoad(Ratio.of(cpu), null, null);
  }

  private static SampleBuilder at(long second) {
    return new SampleBuilder(Instant.EPOCH.plusSeconds(second));
  }

  /** A sample, one fact a call. */
  private static final class SampleBuilder {
    private final Instant at;
    private final List<Node> nodes = new ArrayList<>();
    private final List<Partition> partitions = new ArrayList<>();
    private final List<Gap> gaps = new ArrayList<>();
    private final Map<PartitionId, RequestCounters> counters = new HashMap<>();
    private final Map<NodeId, NodeCounters> nodeCounters = new HashMap<>();

    SampleBuilder(Instant at) {
      this.at = at;
    }

    SampleBuilder node(String name) {
      nodes.add(new Node(new NodeId(name), "first start", null, false));
      return this;
    }

    SampleBuilder restarted(String name) {
      nodes.add(new Node(new NodeId(name), "second start", null, false));
      return this;
    }

    SampleBuilder partition(
        String name, @Nullable String node, long reads, long scans, long writes) {
      if (node != null) {
        counters.put(new PartitionId(name), new RequestCounters(reads, scans, writes));
      }
      return unreadPartition(name, node);
    }

    SampleBuilder unreadPartition(String name, @Nullable String node) {
      partitions.add(
          new Partition(
              new PartitionId(name),
              new TableId("t"),
              node == null ? null : new NodeId(node),
              ByteSize.ZERO,
              null));
      return this;
    }

    SampleBuilder requests(String node, long requests) {
      return counters(node, requests, 0, 0);
    }

    SampleBuilder counters(String node, long requests, long hits, long misses) {
      nodeCounters.put(
          new NodeId(node), new NodeCounters(requests, hits, misses, 3L, null, null, null, null));
      return this;
    }

    SampleBuilder p99(String node, long requests, double p99Ms) {
      nodeCounters.put(
          new NodeId(node),
          new NodeCounters(requests, null, null, null, null, null, null, null, null, null, p99Ms));
      return this;
    }

    SampleBuilder gap(Gap gap) {
      gaps.add(gap);
      return this;
    }

    Sample build() {
      return new Sample(
          new Topology(
              "test",
              at,
              nodes,
              List.of(),
              partitions,
              List.of(new Table(new TableId("t"), null)),
              List.of(),
              false,
              gaps),
          counters,
          nodeCounters);
    }
  }
}
