package io.proteus.core.cluster;

import io.proteus.core.units.InvalidValue;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A change of settings in one place, in the store's own keys.
 *
 * @param set values by key
 * @param removed keys that are not set any more, so that the store's default or a wider place
 *     counts
 */
public record SettingsChange(SortedMap<String, String> set, SortedSet<String> removed) {
  public static final SettingsChange NOTHING = new SettingsChange(Map.of(), List.of());

  public SettingsChange {
    set = Collections.unmodifiableSortedMap(new TreeMap<>(set));
    removed = Collections.unmodifiableSortedSet(new TreeSet<>(removed));
    for (String key : removed) {
      if (set.containsKey(key)) {
        throw new InvalidValue("settings: want %s set or removed, got both.".formatted(key));
      }
    }
  }

  private SettingsChange(Map<String, String> set, Collection<String> removed) {
    this(new TreeMap<>(set), new TreeSet<>(removed));
  }

  public static SettingsChange of(Map<String, String> set, Collection<String> removed) {
    return new SettingsChange(set, removed);
  }

  /** Values that are set, and none that is removed. */
  public static SettingsChange setting(Map<String, String> set) {
    return new SettingsChange(set, List.of());
  }

  /** The change that leads from these settings to those. */
  public static SettingsChange between(Map<String, String> is, Map<String, String> wanted) {
    Map<String, String> set = new TreeMap<>(wanted);
    set.entrySet().removeIf(entry -> entry.getValue().equals(is.get(entry.getKey())));
    return setting(set);
  }

  /** What of it is of such keys. */
  public SettingsChange only(Predicate<String> keys) {
    SortedMap<String, String> kept = new TreeMap<>(set);
    kept.keySet().removeIf(key -> !keys.test(key));
    return new SettingsChange(kept, removed.stream().filter(keys).toList());
  }

  public boolean changesNothing() {
    return set.isEmpty() && removed.isEmpty();
  }

  /** Whether nothing of it is left to do where this is set. */
  public boolean appliesTo(Map<String, String> now) {
    return set.entrySet().stream().allMatch(e -> e.getValue().equals(now.get(e.getKey())))
        && removed.stream().noneMatch(now::containsKey);
  }

  /** The change back. A setting that was not set before is removed again. */
  public SettingsChange inverse(Map<String, String> before) {
    Map<String, String> back = new TreeMap<>();
    List<String> gone =
        Stream.concat(set.keySet().stream(), removed.stream())
            .filter(
                key -> {
                  String value = before.get(key);
                  if (value != null) {
                    back.put(key, value);
                  }
                  return value == null;
                })
            .toList();
    return new SettingsChange(back, gone);
  }

  /** The settings after the change. */
  public Map<String, String> applied(Map<String, String> now) {
    Map<String, String> after = new TreeMap<>(now);
    after.keySet().removeAll(removed);
    after.putAll(set);
    return after;
  }

  /** This and then the other. */
  public SettingsChange and(SettingsChange later) {
    SortedSet<String> gone = new TreeSet<>(removed);
    gone.removeAll(later.set.keySet());
    gone.addAll(later.removed);
    return new SettingsChange(later.applied(set), gone);
  }

  @Override
  public String toString() {
    return Stream.of(
            set.entrySet().stream()
                .map(entry -> "%s=%s".formatted(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(", ")),
            removed.isEmpty() ? "" : "without " + String.join(", ", removed))
        .filter(Objects::nonNull)
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("; "));
  }
}
