package io.proteus.controller.configuration;

import io.proteus.controller.provider.Providers;
import io.proteus.core.port.Admission;
import io.proteus.core.port.BlockSizes;
import io.proteus.core.port.EngineProvider;
import io.proteus.core.port.Facet;
import io.proteus.core.port.Handover;
import io.proteus.core.port.Membership;
import io.proteus.core.port.MemoryShares;
import io.proteus.core.port.NodeSettings;
import io.proteus.core.port.Placement;
import io.proteus.core.port.Reshaping;
import io.proteus.core.port.TableChanges;
import io.proteus.core.port.Upkeep;
import io.proteus.core.setting.Section;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The README's table of stores: which changes each accepts, by the facets of its engine. */
public final class StoreTable {
  private static final Map<Class<? extends Facet>, String> COLUMNS = new LinkedHashMap<>();

  static {
    COLUMNS.put(Placement.class, "partitions move");
    COLUMNS.put(Reshaping.class, "split, merge");
    COLUMNS.put(Admission.class, "nodes join by order");
    COLUMNS.put(Handover.class, "the store empties nodes");
    COLUMNS.put(Membership.class, "the dead are struck off");
    COLUMNS.put(MemoryShares.class, "memory divided online");
    COLUMNS.put(NodeSettings.class, "settings of nodes online");
    COLUMNS.put(TableChanges.class, "settings of tables");
    COLUMNS.put(BlockSizes.class, "block sizes");
    COLUMNS.put(Upkeep.class, "compactions");
  }

  private StoreTable() {}

  /** One row for each engine that is there, in the order of their types. */
  public static String table() {
    return row("store", COLUMNS.values().stream().toList())
        + row("---", COLUMNS.values().stream().map(column -> "---").toList())
        + Providers.engines().stream()
            .filter(engine -> engine.settings().isAnnotationPresent(Section.class))
            .sorted(Comparator.comparing(EngineProvider::type))
            .map(StoreTable::row)
            .collect(Collectors.joining());
  }

  private static String row(EngineProvider<?> engine) {
    String title = engine.settings().getAnnotation(Section.class).value();
    return row(
        fromTheRoot(title),
        COLUMNS.keySet().stream()
            .map(kind -> engine.facets().contains(kind) ? "yes" : "no")
            .toList());
  }

  /** Sections are titled for documents in a folder of their own. */
  private static String fromTheRoot(String title) {
    return title.replaceAll("\\]\\((?!\\.\\./)", "](docs/").replace("](../", "](");
  }

  private static String row(String first, List<String> cells) {
    return "| %s | %s |\n".formatted(first, String.join(" | ", cells));
  }
}
