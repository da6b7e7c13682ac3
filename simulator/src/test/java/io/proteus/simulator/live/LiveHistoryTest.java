package io.proteus.simulator.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Launch;
import io.proteus.core.port.Machines;
import io.proteus.core.port.OpenStore;
import io.proteus.core.port.Placement;
import io.proteus.core.port.Stages;
import io.proteus.core.units.InvalidValue;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster goes on from command to command: each works it out from the history. */
class LiveHistoryTest {
  private static final Scenario SCENARIO = ScenarioFile.find("hot-spot", Path.of("."));

  @TempDir Path folder;
  private Instant now = Instant.parse("2026-03-02T08:00:00Z");

  private LiveHistory history(int speed) throws IOException {
    return new LiveHistory(folder, "hot-spot, seed 1", speed, () -> now);
  }

  /** As a process of its own would see it. */
  private OpenStore another() throws IOException {
    LiveHistory history = history(10);
    return new LiveStore(SCENARIO, 1, history).open(new LiveClaims(folder, () -> now));
  }

  /** Somebody looks all the time. */
  private void pass(Duration length) throws IOException {
    now = now.plus(length);
    Files.setLastModifiedTime(folder.resolve("history.jsonl"), FileTime.from(now));
  }

  @BeforeEach
  void begin() throws IOException {
    history(10);
    pass(Duration.ZERO);
  }

  @Test
  void whatOneOrdersTheOthersSeeNowAndLater() throws Exception {
    OpenStore one = another();
    OpenStore two = another();
    Topology before = two.store().topology();
    Partition moved = before.partitions().get(0);
    NodeId to =
        before.nodes().stream()
            .map(node -> node.id())
            .filter(node -> !node.equals(moved.node()))
            .findFirst()
            .orElseThrow();
    one.facets().find(Placement.class).orElseThrow().move(moved.id(), to);
    one.facets()
        .find(Machines.class)
        .orElseThrow()
        .launch(Launch.of(6, Map.of(), "plan-1", 1), Stages.UNSEEN);
    pass(Duration.ofSeconds(50));

    for (OpenStore each : new OpenStore[] {one, two, another()}) {
      Topology after = each.store().topology();
      assertThat(after.partition(moved.id()).orElseThrow().node()).isEqualTo(to);
      assertThat(after.nodes()).hasSize(6);
    }
    assertThat(another().store().topology()).isEqualTo(another().store().topology());
    assertThat(one.store().topology()).isEqualTo(another().store().topology());
  }

  @Test
  void itsClockGoesAsFastAsItIsToldAndStandsStillWhileNobodyLooks() throws IOException {
    LiveHistory looking = history(10);
    pass(Duration.ofSeconds(20));
    assertThat(looking.seconds()).isCloseTo(200, within(0.5));

    now = now.plus(Duration.ofDays(3));
    LiveHistory later = history(10);
    assertThat(later.seconds()).isCloseTo(200, within(0.5));
    pass(Duration.ofSeconds(1));
    assertThat(later.seconds()).isCloseTo(210, within(0.5));
    assertThat(looking.seconds()).as("of who looked all the time").isCloseTo(210, within(0.5));

    LiveHistory faster = history(100);
    pass(Duration.ofSeconds(1));
    assertThat(faster.seconds()).isCloseTo(310, within(0.5));
  }

  @Test
  void aFolderOfAnotherScenarioIsRefused() {
    assertThatThrownBy(() -> new LiveHistory(folder, "steady, seed 1", 10, () -> now))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("engine.scenario: want hot-spot, seed 1")
        .hasMessageContaining("got steady, seed 1");
  }
}
