package io.proteus.core.parameter;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.InvalidValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A setting that a store has.
 *
 * @param name short, without dots: what formulas call it
 * @param key what the store calls it
 * @param older keys of older versions with the same meaning, which the store still reads when
 *     {@code key} is not set
 * @param replaced keys of older versions with another meaning, not to be used any more
 * @param group what it is about, for people: memory, compaction ...
 * @param defaults by version of the store; none where there is no fixed one
 * @param defaultFrom where the store has its default: a file of its jars, or {@code constant
 *     CLASS#FIELD}; else how it computes one
 * @param scopes for what it can be set
 * @param attributes what it is called where it is set for a table or a column family, if not {@code
 *     key}
 * @param how which call, or what else to do
 */
public record Parameter(
    @Key(doc = "short, without dots") String name,
    @Key(doc = "the store's own name") String key,
    @Key(doc = "keys of older versions with the same meaning", usual = "[]") List<String> older,
    @Key(doc = "keys of older versions with another meaning", usual = "[]") List<String> replaced,
    @Key(doc = "what it is about, for people") String group,
    @Key(doc = "what it means") String meaning,
    @Key(doc = "what its value counts") Unit unit,
    @Section("Which values make sense.") Range range,
    @Key(name = "default", doc = "one for all versions, or by version", kind = "default")
        Map<String, String> defaults,
    @Key(doc = "where the store has its default") String defaultFrom,
    @Key(name = "scope", doc = "for what it can be set") Set<Scope> scopes,
    @Key(doc = "its name where it is set for a table or a column family", usual = "{}")
        Map<Scope, String> attributes,
    @Key(doc = "when a changed value is in effect") TakesEffect effect,
    @Key(doc = "which call, or what else to do") String how,
    @Key(name = "related", doc = "parameters that it is not set without", usual = "[]")
        List<Relation> relations,
    @Section(value = "A value that suits every workload.", name = "recommended")
        @Nullable Recommendation recommendation) {

  public Parameter {
    if (scopes.isEmpty()) {
      throw new InvalidValue("%s: want at least one scope, got none.".formatted(name));
    }
    if (!scopes.containsAll(attributes.keySet())) {
      throw new InvalidValue(
          "%s: want attributes for its scopes only, got %s for %s."
              .formatted(name, attributes.keySet(), scopes));
    }
    defaults.forEach(
        (version, value) -> {
          if (!unit.takes(value)) {
            throw new InvalidValue(
                "%s: want %s as its default in %s, got '%s'."
                    .formatted(name, unit.word(), version, value));
          }
        });
    older = List.copyOf(older);
    replaced = List.copyOf(replaced);
    defaults = Map.copyOf(defaults);
    scopes = Set.copyOf(scopes);
    attributes = Map.copyOf(attributes);
    relations = List.copyOf(relations);
  }

  /** Empty where the version has no fixed one, or is not known. */
  public Optional<String> defaultIn(String version) {
    return Optional.ofNullable(defaults.get(version));
  }

  /** The key under which this scope sets it. */
  public String keyFor(Scope scope) {
    return attributes.getOrDefault(scope, key);
  }

  public boolean isSetFor(Scope scope) {
    return scopes.contains(scope);
  }

  /** Every key of it, the present one first, each with whether it is still to be used. */
  public Map<String, Boolean> keys() {
    Map<String, Boolean> keys = new LinkedHashMap<>();
    keys.put(key, true);
    attributes.values().forEach(attribute -> keys.put(attribute, true));
    older.forEach(old -> keys.put(old, false));
    replaced.forEach(old -> keys.put(old, false));
    return keys;
  }
}
