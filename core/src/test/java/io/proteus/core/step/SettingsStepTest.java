package io.proteus.core.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Topology;
import io.proteus.core.fixture.Figures;
import io.proteus.core.port.Claim;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.Facets;
import io.proteus.core.port.Holder;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Restarts;
import io.proteus.core.port.Store;
import io.proteus.core.units.ByteSize;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The lives of the steps that change settings. */
class SettingsStepTest {
  private static final TableId T = new TableId("t");
  private static final NodeId RS1 = new NodeId("rs1");
  private static final NodeId RS2 = new NodeId("rs2");
  private static final PartitionId A = new PartitionId("a");
  private static final MemorySplit SPLIT = MemorySplit.of(0.4, 0.4);
  private static final MemorySplit OTHER = MemorySplit.of(0.1, 0.6);

  private static Topology cluster(
      @Nullable TableSettings settings,
      @Nullable Map<String, String> started,
      boolean online,
      MemorySplit split,
      List<PartitionId> moving) {
    return new Topology(
        "test",
        Instant.EPOCH,
        List.of(
            new Node(RS1, "1", split, online, started == null ? null : new TreeMap<>(started)),
            new Node(RS2, "1", SPLIT, online)),
        List.of(),
        List.of(new Partition(A, T, RS2, ByteSize.ZERO, null)),
        List.of(new Table(T, null, settings)),
        moving,
        false,
        List.of());
  }

  private static Topology altered(@Nullable TableSettings settings, PartitionId... moving) {
    return cluster(settings, Map.of(), true, SPLIT, List.of(moving));
  }

  private static Topology started(
      @Nullable Map<String, String> started, boolean online, MemorySplit split) {
    return cluster(null, started, online, split, List.of());
  }

  @Nested
  class AnAlteration {
    private final TableSettings before =
        TableSettings.of(Map.of("split", "usual"), Map.of("f", Map.of("BLOCKSIZE", "65536")));
    private final TableChange change =
        TableChange.of(
            SettingsChange.setting(Map.of("flush", "1", "split", "other")),
            Map.of("f", SettingsChange.setting(Map.of("BLOCKSIZE", "16384"))));
    private final Step step = new AlterTable(T, change, 20);

    @Test
    void isDoneOnceTheTableShowsItAndAllOfItIsOpenAgain() {
      assertThat(step.isDone(altered(before))).isFalse();
      assertThat(step.isDone(altered(change.applied(before)))).isTrue();
      assertThat(step.isDone(altered(change.applied(before), A))).isFalse();
    }

    @Test
    void isNotDoneWhereWhatIsSetIsNotKnown() {
      assertThat(step.isDone(altered(null))).isFalse();
    }

    @Test
    void hasNothingToDoForATableThatIsGone() {
      assertThat(new AlterTable(new TableId("gone"), change, 1).isDone(altered(before))).isTrue();
    }

    @Test
    void waitsWhilePartitionsOfItAreInTransition() {
      assertThat(step.blockedBy(altered(before))).isEmpty();
      assertThat(step.blockedBy(altered(before, A)))
          .map(Sentence::toString)
          .contains("partitions of t are in transition");
    }

    @Test
    void isTakenBackValueByValue() {
      Step back = step.inverse(altered(before)).orElseThrow();

      assertThat(back.isDone(altered(before))).isTrue();
      assertThat(back.isDone(altered(change.applied(before)))).isFalse();
      assertThat(back)
          .hasToString("alter t: split=usual; without flush; family f: BLOCKSIZE=65536");
      assertThat(step.inverse(altered(null))).isEmpty();
    }

    @Test
    void mayTakeASecondMoreForEachPartition() {
      assertThat(step.timeout(Figures.COSTS)).isEqualTo(Duration.ofMinutes(5).plusSeconds(20));
    }
  }

  @Nested
  class AnAlterationOnANode {
    private final TableSettings all =
        TableSettings.of(Map.of(), Map.of("f", Map.of("compaction", "tiered", "caching", "all")));
    private final TableSettings own =
        TableSettings.of(Map.of(), Map.of("f", Map.of("compaction", "levelled")));
    private final Step step = new AlterTableOnNode(RS1, T, compaction("levelled"));

    private TableChange compaction(String value) {
      return TableChange.of(
          SettingsChange.NOTHING, Map.of("f", SettingsChange.setting(Map.of("compaction", value))));
    }

    private Topology local(TableSettings ofAll, Map<NodeId, TableSettings> ofNodes) {
      Topology now = altered(ofAll);
      return new Topology(
          now.cluster(),
          now.at(),
          now.nodes(),
          List.of(),
          now.partitions(),
          List.of(new Table(T, null, ofAll).with(new TreeMap<>(ofNodes))),
          List.of(),
          false,
          List.of());
    }

    @Test
    void isDoneOnceTheNodeGoesByItWhetherAloneOrWithAll() {
      assertThat(step.isDone(local(all, Map.of()))).isFalse();
      assertThat(step.isDone(local(all, Map.of(RS2, own)))).isFalse();
      assertThat(step.isDone(local(all, Map.of(RS1, own)))).isTrue();
      assertThat(step.isDone(local(compaction("levelled").applied(all), Map.of()))).isTrue();
    }

    @Test
    void isTakenBackByGoingByTheTableAgain() {
      Step back = step.inverse(local(all, Map.of())).orElseThrow();

      assertThat(back)
          .hasToString("have rs1 go by the settings of t again: family f: without compaction");
      assertThat(back.isDone(local(all, Map.of(RS1, own)))).isFalse();
      assertThat(back.isDone(local(all, Map.of()))).isTrue();
    }

    @Test
    void isTakenBackToWhatTheNodeHadForItself() {
      TableSettings before =
          TableSettings.of(Map.of(), Map.of("f", Map.of("compaction", "unified")));

      assertThat(step.inverse(local(all, Map.of(RS1, before))))
          .contains(new AlterTableOnNode(RS1, T, compaction("unified")));
      assertThat(step.inverse(started(Map.of(), true, SPLIT)).isPresent()).isTrue();
    }

    @Test
    void waitsForItsNode() {
      Step ofAnother = new AlterTableOnNode(new NodeId("rs9"), T, compaction("levelled"));

      assertThat(step.blockedBy(altered(all))).isEmpty();
      assertThat(ofAnother.blockedBy(altered(all)))
          .map(Sentence::toString)
          .contains("rs9 is not a live node");
    }

    @Test
    void followsFromAnAlterationAsFarAsANodeTakesItForItself() {
      Step alteration =
          new AlterTable(
              T,
              TableChange.of(
                  SettingsChange.of(Map.of("split", "usual"), List.of("compaction")),
                  Map.of(
                      "f",
                      SettingsChange.setting(Map.of("compaction", "levelled", "caching", "none")))),
              4);

      assertThat(alteration.locally(RS1, Set.of("compaction"))).contains(step);
      assertThat(alteration.locally(RS1, Set.of())).isEmpty();
      assertThat(step.locally(RS1, Set.of("compaction"))).isEmpty();
    }
  }

  @Nested
  class ARestartWithSettings {
    private final SettingsChange change = SettingsChange.setting(Map.of("limit", "0.97"));
    private final Step step = new RestartNode(RS1, OTHER, change);

    @Test
    void isDoneOnceTheNodeShowsThatItStartedWithThem() {
      assertThat(step.isDone(started(Map.of(), false, OTHER))).isFalse();
      assertThat(step.isDone(started(Map.of("limit", "0.97"), false, OTHER))).isTrue();
      assertThat(step.isDone(started(null, false, OTHER))).isFalse();
    }

    @Test
    void needsTheSplitTooUnlessTheNodeDividesItsHeapWhileItRuns() {
      assertThat(step.isDone(started(Map.of("limit", "0.97"), false, SPLIT))).isFalse();
      assertThat(step.isDone(started(Map.of("limit", "0.97"), true, SPLIT))).isTrue();
    }

    @Test
    void isTakenBackWithTheSplitAndWithoutWhatWasNotSet() {
      Step back = step.inverse(started(Map.of("more", "1"), false, SPLIT)).orElseThrow();

      assertThat(back)
          .isEqualTo(new RestartNode(RS1, SPLIT, SettingsChange.of(Map.of(), List.of("limit"))));
      assertThat(step.inverse(started(null, false, SPLIT))).isEmpty();
    }

    @Test
    void withoutSettingsItIsDoneByItsSplitAlone() {
      assertThat(new RestartNode(RS1, OTHER).isDone(started(null, false, OTHER))).isTrue();
    }
  }

  /** Plans have settings in the units of the catalogue, and files may have them in others. */
  @Nested
  class WhatANodeIsStartedWith {
    private final Map<String, String> launched = new TreeMap<>();
    private final List<SettingsChange> restarted = new ArrayList<>();

    private Ports ports() {
      Store store =
          new Store() {
            @Override
            public Topology topology() {
              return started(Map.of(), false, SPLIT);
            }

            @Override
            public Sample sample() {
              throw new UnsupportedOperationException("a step asks for no figures");
            }

            @Override
            public SettingsChange written(SettingsChange settings) throws PortException {
              if (settings.set().containsValue("many")) {
                throw new PortException("cache: want a number, got many.");
              }
              Map<String, String> set = new TreeMap<>(settings.set());
              set.replaceAll((key, value) -> value + " bytes");
              return SettingsChange.of(set, settings.removed());
            }
          };
      Machines machines =
          new Machines() {
            @Override
            public void launch(int total, Map<String, String> settings) {
              launched.putAll(settings);
            }

            @Override
            public Map<NodeId, Instant> machines() {
              return Map.of();
            }

            @Override
            public void terminate(NodeId node) {
              throw new UnsupportedOperationException("nothing is ended");
            }
          };
      Restarts restarts = (node, settings) -> restarted.add(settings);
      Claiming claims =
          new Claiming() {
            @Override
            public Claim claim(String who) {
              throw new UnsupportedOperationException("nothing is claimed");
            }

            @Override
            public Optional<Holder> holder() {
              return Optional.empty();
            }
          };
      return new Ports(store, Facets.of(machines, restarts), claims);
    }

    @Test
    void isAsTheStoresFilesHaveIt() throws PortException {
      new AddNode(RS2, 2, null, false, null, null, new TreeMap<>(Map.of("cache", "7")))
          .issue(ports());
      new RestartNode(RS1, null, SettingsChange.setting(Map.of("cache", "8"))).issue(ports());

      assertThat(launched).containsExactly(Map.entry("cache", "7 bytes"));
      assertThat(restarted).containsExactly(SettingsChange.setting(Map.of("cache", "8 bytes")));
    }

    @Test
    void isRefusedBeforeANodeEnds() {
      Step step = new RestartNode(RS1, null, SettingsChange.setting(Map.of("cache", "many")));

      assertThatThrownBy(() -> step.issue(ports())).hasMessageContaining("want a number");
      assertThat(restarted).isEmpty();
    }
  }
}
