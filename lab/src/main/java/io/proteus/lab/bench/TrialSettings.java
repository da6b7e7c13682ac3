package io.proteus.lab.bench;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.Scope;
import io.proteus.core.units.InvalidValue;
import io.proteus.lab.stage.HeapDivision;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Values of parameters by where a trial sets them, in the store's own keys: as near to the table as
 * the catalogue allows, since a table is changed in a second and a server takes many.
 *
 * @param memory how the heaps are divided; set online
 * @param table attributes of the tables
 * @param family attributes of their column families
 * @param node settings of the servers, which take a restart
 */
public record TrialSettings(
    MemorySplit memory,
    Map<String, String> table,
    Map<String, String> family,
    Map<String, String> node) {
  static final String CACHE = "blockCacheShare";
  static final String MEMSTORE = "memstoreShare";

  /**
   * What a trial leaves as it is, whoever asks: the heap is the stage's, its tables never split,
   * and it is not to lose what was acknowledged.
   */
  private static final Set<String> KEPT =
      Set.of(
          "heap",
          "splitPolicy",
          "maxFileSize",
          "splitKeyPrefix",
          "splitEnabled",
          "durability",
          "bucketCacheEngine",
          "bucketCacheSize",
          "blockCacheBytes");

  public TrialSettings {
    table = Map.copyOf(table);
    family = Map.copyOf(family);
    node = Map.copyOf(node);
  }

  /** Whether a trial can set it at all. */
  public static boolean canSet(Parameter parameter) {
    return !KEPT.contains(parameter.name())
        && (isOnline(parameter) || parameter.isSetFor(Scope.NODE));
  }

  /** Whether a trial can set it without a restart. */
  public static boolean isOnline(Parameter parameter) {
    return !KEPT.contains(parameter.name())
        && (parameter.name().equals(CACHE)
            || parameter.name().equals(MEMSTORE)
            || parameter.isSetFor(Scope.TABLE)
            || parameter.isSetFor(Scope.COLUMN_FAMILY));
  }

  /**
   * What is to be set where; the heap is divided as HBase ships where nothing is said.
   *
   * @throws InvalidValue if a parameter is not one that a trial can set
   */
  public static TrialSettings of(Map<String, String> values, ParameterCatalogue catalogue) {
    Map<String, Parameter> parameters = catalogue.byName();
    Map<String, String> table = new TreeMap<>();
    Map<String, String> family = new TreeMap<>();
    Map<String, String> node = new TreeMap<>();
    values.forEach(
        (name, value) -> {
          Parameter parameter = parameters.get(name);
          if (parameter == null || !canSet(parameter)) {
            throw new InvalidValue("%s: want a parameter that a trial can set.".formatted(name));
          }
          if (name.equals(CACHE) || name.equals(MEMSTORE)) {
            return;
          }
          if (parameter.isSetFor(Scope.TABLE)) {
            table.put(parameter.keyFor(Scope.TABLE), value);
          } else if (parameter.isSetFor(Scope.COLUMN_FAMILY)) {
            family.put(parameter.keyFor(Scope.COLUMN_FAMILY), value);
          } else {
            node.put(parameter.key(), value);
          }
        });
    MemorySplit shipped = HeapDivision.SHIPPED;
    return new TrialSettings(
        MemorySplit.of(
            share(values, CACHE, shipped.readCache().value()),
            share(values, MEMSTORE, shipped.writeBuffer().value())),
        table,
        family,
        node);
  }

  private static double share(Map<String, String> values, String name, double otherwise) {
    String value = values.get(name);
    return value == null ? otherwise : Double.parseDouble(value);
  }
}
