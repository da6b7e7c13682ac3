package io.proteus.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.port.PortException;
import io.proteus.engine.file.Notes;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is told of single nodes' compactions where the nodes do not answer. */
class LocalCompactionsTest {
  private static final String UP = "127.0.0.91";
  private static final String DOWN = "127.0.0.92";
  private static final String LEVELLED = "{'class': 'LeveledCompactionStrategy'}";
  private static final Map<String, TableSettings> SCHEMA =
      Map.of("k", TableSettings.of(Map.of(), Map.of("t", Map.of("compaction", "{}"))));
  private static final Ring RING =
      new Ring(
          "5.0",
          Set.of(UP, DOWN),
          Set.of(DOWN),
          Set.of(),
          Set.of(),
          Set.of(),
          Map.of(),
          Map.of("k", Map.of()));

  @TempDir Path folder;
  private Connections connections;
  private LocalCompactions first;
  private LocalCompactions second;

  @BeforeEach
  void twoProcesses() throws PortException {
    connections = new Connections(RingUnderTest.settings(folder, UP));
    first = new LocalCompactions(connections, new Notes(folder, "ring"));
    second = new LocalCompactions(connections, new Notes(folder, "ring"));
  }

  @AfterEach
  void close() {
    connections.close();
  }

  private Map<String, SortedMap<NodeId, TableSettings>> told(Map<String, TableSettings> schema)
      throws PortException {
    return second.told(RING, schema);
  }

  @Test
  void whatWasTriedIsToldToTheProteusThatComesAfter() throws PortException {
    first.note(UP, "k", Map.of("t", LEVELLED));

    TableSettings tried = TableSettings.of(Map.of(), Map.of("t", Map.of("compaction", LEVELLED)));
    assertThat(told(SCHEMA)).containsOnlyKeys("k").containsValue(ofUp(tried));
    assertThat(told(Map.of())).as("nor does the schema answer").containsValue(ofUp(tried));
  }

  private static SortedMap<NodeId, TableSettings> ofUp(TableSettings settings) {
    return new TreeMap<>(Map.of(new NodeId(UP), settings));
  }

  @Test
  void aNodeThatIsDownAndATableThatIsGoneHaveNothingOfTheirOwn() throws PortException {
    first.note(DOWN, "k", Map.of("t", LEVELLED));
    first.note(UP, "k", Map.of("dropped", LEVELLED));

    assertThat(told(SCHEMA)).isEmpty();
  }

  @Test
  void whatIsPutBackOrGivenToAllIsToldNoMore() throws PortException {
    first.note(UP, "k", Map.of("t", LEVELLED, "u", LEVELLED));

    first.forget(UP, "k", List.of("u"));

    assertThat(told(Map.of()).get("k").get(new NodeId(UP)).families()).containsOnlyKeys("t");

    first.forget("k", "t");

    assertThat(told(Map.of())).isEmpty();
  }
}
