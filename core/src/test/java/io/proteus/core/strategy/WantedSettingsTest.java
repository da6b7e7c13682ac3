package io.proteus.core.strategy;

import static io.proteus.core.fixture.SituationBuilder.situation;
import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.cluster.Topology;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Settings in a store's own keys, each of which takes effect in its own way. */
class WantedSettingsTest {
  private static final TableId T = new TableId("t");
  private static final NodeId N = new NodeId("n1");
  private static final Topology IS =
      new Topology(
          "own",
          situation().topology().at(),
          List.of(
              Node.undivided(
                  N,
                  "1",
                  new TreeMap<>(Map.of("maxmemory", "1gb", "threads", "2", "databases", "16")),
                  new TreeMap<>(Map.of("maxmemory", Effect.ONLINE, "databases", Effect.NEVER)))),
          List.of(),
          List.of(),
          List.of(
              new Table(
                  T,
                  null,
                  TableSettings.of(Map.of("ttl", "1", "layout", "row"), Map.of()),
                  new TreeMap<>(Map.of("layout", Effect.NEVER)))),
          List.of(),
          false,
          List.of());

  private static final WantedSettings WANTED =
      WantedSettings.of(
          Map.of(T, TableSettings.of(Map.of("ttl", "2", "layout", "column"), Map.of())),
          Map.of(N, new TreeMap<>(Map.of("maxmemory", "2gb", "threads", "4", "databases", "32"))));

  @Test
  void whatNeverTakesEffectIsNoChange() {
    assertThat(WANTED.changesOfNodes(IS))
        .containsExactlyEntriesOf(
            Map.of(N, SettingsChange.setting(Map.of("maxmemory", "2gb", "threads", "4"))));
    assertThat(WANTED.changesOfTables(IS))
        .containsExactlyEntriesOf(
            Map.of(T, TableChange.of(SettingsChange.setting(Map.of("ttl", "2")), Map.of())));
  }

  @Test
  void eachEffectIsAskedForByItself() {
    assertThat(WANTED.changesOfNodes(IS, Set.of(Effect.ONLINE)).get(N))
        .hasToString("maxmemory=2gb");
    assertThat(WANTED.changesOfNodes(IS, Set.of(Effect.RESTART)).get(N)).hasToString("threads=4");
    assertThat(WANTED.changesOfNodes(IS, Set.of(Effect.NEVER)).get(N)).hasToString("databases=32");
    assertThat(WANTED.changesOfTables(IS, Set.of(Effect.NEVER)).get(T))
        .hasToString("layout=column");
  }
}
