package io.proteus.app.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.TableId;
import io.proteus.core.port.PortException;
import io.proteus.core.units.InvalidValue;
import io.proteus.engine.hbase.HBaseEngine;
import io.proteus.testkit.InMemoryCluster;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ExcludedTablesTest {
  private static final Set<TableId> PRESENT =
      Set.of(new TableId("orders"), new TableId("shop:orders"));

  @Test
  void aTableIsLeftAloneByWhicheverOfItsNames() throws PortException {
    InMemoryCluster all =
        InMemoryCluster.cluster()
            .node("rs1")
            .holding("orders", 2)
            .holding("shop:orders", 1)
            .holding("ours", 1)
            .build();

    var managed =
        WithoutTables.of(all, excluded("default:orders", "shop:orders").tables()).topology();

    assertThat(managed.tables()).extracting(table -> table.id().value()).containsExactly("ours");
  }

  @Test
  void aTableThatThereIsNotIsSaid() {
    assertThat(excluded("ordres", "default:orders", "shop:orders").absentFrom(PRESENT))
        .containsExactly("engine.excludeTables: there is no table 'ordres' now, maybe 'orders'.");
    assertThat(excluded("orders").absentFrom(PRESENT)).isEmpty();
  }

  @Test
  void whatCannotBeATableIsRefusedByTheSetting() {
    assertThatThrownBy(() -> excluded("orders", "a b"))
        .isInstanceOf(InvalidValue.class)
        .hasMessageStartingWith(
            "engine.excludeTables: want a name HBase takes, such as users or shop:users, got 'a b'");
  }

  private static ExcludedTables excluded(String... names) {
    return ExcludedTables.of(List.of(names), HBaseEngine::tableId);
  }
}
