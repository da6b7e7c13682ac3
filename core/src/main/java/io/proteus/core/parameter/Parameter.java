package io.proteus.core.parameter;

import io.proteus.core.units.InvalidValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
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
    String name,
    String key,
    List<String> older,
    List<String> replaced,
    String group,
    String meaning,
    Unit unit,
    Range range,
    Map<String, String> defaults,
    String defaultFrom,
    Set<Scope> scopes,
    Map<Scope, String> attributes,
    TakesEffect effect,
    String how,
    List<Relation> relations,
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
