package io.proteus.core.cluster;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The settings of a table, in the store's own keys.
 *
 * @param values those of the table itself
 * @param families by name of the column family, its values
 */
public record TableSettings(
    SortedMap<String, String> values, SortedMap<String, SortedMap<String, String>> families) {
  public static final TableSettings NONE = new TableSettings(new TreeMap<>(), new TreeMap<>());

  public TableSettings {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    SortedMap<String, SortedMap<String, String>> copies = new TreeMap<>();
    families.forEach(
        (family, own) -> copies.put(family, Collections.unmodifiableSortedMap(new TreeMap<>(own))));
    families = Collections.unmodifiableSortedMap(copies);
  }

  public static TableSettings of(
      Map<String, String> values, Map<String, ? extends Map<String, String>> families) {
    SortedMap<String, SortedMap<String, String>> sorted = new TreeMap<>();
    families.forEach((family, own) -> sorted.put(family, new TreeMap<>(own)));
    return new TableSettings(new TreeMap<>(values), sorted);
  }

  /** The change that leads to the wanted settings; families that the table lacks are left out. */
  public TableChange changeTo(TableSettings wanted) {
    Map<String, SettingsChange> ofFamilies = new TreeMap<>();
    families.forEach(
        (family, own) ->
            ofFamilies.put(
                family,
                SettingsChange.between(
                    own, wanted.families().getOrDefault(family, new TreeMap<>()))));
    return TableChange.of(SettingsChange.between(values, wanted.values()), ofFamilies);
  }
}
