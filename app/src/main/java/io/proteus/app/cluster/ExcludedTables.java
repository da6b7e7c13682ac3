package io.proteus.app.cluster;

import io.proteus.controller.settings.NearestWord;
import io.proteus.core.cluster.TableId;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;

/**
 * The tables that the configuration asks to leave alone.
 *
 * @param tables as the store names them
 */
record ExcludedTables(Set<TableId> tables) {
  private static final String KEY = "engine.excludeTables";

  ExcludedTables {
    tables = Set.copyOf(tables);
  }

  /**
   * @param names as the file has them
   * @param store makes a table of a key and a name that was written for it
   */
  static ExcludedTables of(Collection<String> names, BiFunction<String, String, TableId> store) {
    Set<TableId> tables = new TreeSet<>();
    names.forEach(name -> tables.add(store.apply(KEY, name)));
    return new ExcludedTables(tables);
  }

  boolean isEmpty() {
    return tables.isEmpty();
  }

  /** A sentence for each table that there is not: its name may be a mistake. */
  List<String> absentFrom(Collection<TableId> present) {
    List<String> names = present.stream().map(TableId::value).toList();
    return new TreeSet<>(tables)
        .stream()
            .filter(table -> !present.contains(table))
            .map(
                table ->
                    "%s: there is no table '%s' now%s."
                        .formatted(
                            KEY,
                            table,
                            NearestWord.to(table.value(), names)
                                .map(", maybe '%s'"::formatted)
                                .orElse("")))
            .toList();
  }
}
