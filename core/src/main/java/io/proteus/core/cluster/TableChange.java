package io.proteus.core.cluster;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * A change of the settings of a table and its column families.
 *
 * @param table what changes on the table itself
 * @param families by name of the column family; those of which nothing changes are not in it
 */
public record TableChange(SettingsChange table, SortedMap<String, SettingsChange> families) {

  public TableChange {
    SortedMap<String, SettingsChange> changed = new TreeMap<>(families);
    changed.values().removeIf(SettingsChange::changesNothing);
    families = Collections.unmodifiableSortedMap(changed);
  }

  public static TableChange of(SettingsChange table, Map<String, SettingsChange> families) {
    return new TableChange(table, new TreeMap<>(families));
  }

  /** The part of the change that is of such keys. */
  public TableChange only(Predicate<String> keys) {
    SortedMap<String, SettingsChange> kept = new TreeMap<>(families);
    kept.replaceAll((family, change) -> change.only(keys));
    return new TableChange(table.only(keys), kept);
  }

  /** The part of the change that sets values, without what it removes. */
  public TableChange setting() {
    SortedMap<String, SettingsChange> kept = new TreeMap<>(families);
    kept.replaceAll((family, change) -> SettingsChange.setting(change.set()));
    return new TableChange(SettingsChange.setting(table.set()), kept);
  }

  public boolean changesNothing() {
    return table.changesNothing() && families.isEmpty();
  }

  /** How many values it sets or removes. */
  public int size() {
    return size(table) + families.values().stream().mapToInt(TableChange::size).sum();
  }

  private static int size(SettingsChange change) {
    return change.set().size() + change.removed().size();
  }

  /** Whether nothing of it is left to do; a column family that is gone has nothing left. */
  public boolean appliesTo(TableSettings now) {
    return table.appliesTo(now.values())
        && families.entrySet().stream()
            .allMatch(
                entry -> {
                  Map<String, String> own = now.families().get(entry.getKey());
                  return own == null || entry.getValue().appliesTo(own);
                });
  }

  /** The change back. */
  public TableChange inverse(TableSettings before) {
    SortedMap<String, SettingsChange> back = new TreeMap<>();
    families.forEach(
        (family, change) -> {
          Map<String, String> own = before.families().get(family);
          if (own != null) {
            back.put(family, change.inverse(own));
          }
        });
    return new TableChange(table.inverse(before.values()), back);
  }

  /** The settings after the change. */
  public TableSettings applied(TableSettings now) {
    SortedMap<String, SortedMap<String, String>> after = new TreeMap<>(now.families());
    families.forEach(
        (family, change) ->
            after.computeIfPresent(family, (name, own) -> new TreeMap<>(change.applied(own))));
    return new TableSettings(new TreeMap<>(table.applied(now.values())), after);
  }

  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    if (!table.changesNothing()) {
      parts.add(table.toString());
    }
    families.forEach((family, change) -> parts.add("family %s: %s".formatted(family, change)));
    return String.join("; ", parts);
  }
}
