package io.proteus.core.parameter;

import io.proteus.core.units.InvalidValue;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The parameters of a store, and the combinations that contradict each other.
 *
 * @param versions of the store, such as 2.6, for which the defaults are known
 * @param measured what is known of a node besides its parameters, by name, and what it counts:
 *     {@code heap} in bytes
 */
public record ParameterCatalogue(
    String store,
    List<String> versions,
    Map<String, Unit> measured,
    List<Parameter> parameters,
    List<Contradiction> contradictions) {

  public ParameterCatalogue {
    versions = List.copyOf(versions);
    measured = Map.copyOf(measured);
    parameters = List.copyOf(parameters);
    contradictions = List.copyOf(contradictions);
    Set<String> names = new HashSet<>(measured.keySet());
    Set<String> keys = new HashSet<>();
    for (Parameter parameter : parameters) {
      if (!names.add(parameter.name())) {
        throw new InvalidValue("%s: there are two of that name.".formatted(parameter.name()));
      }
      for (String key : parameter.keys().keySet()) {
        if (!keys.add(key)) {
          throw new InvalidValue(
              "%s: %s belongs to another parameter too.".formatted(parameter.name(), key));
        }
      }
    }
    for (Parameter parameter : parameters) {
      for (Relation relation : parameter.relations()) {
        if (!names.contains(relation.parameter())) {
          throw new InvalidValue(
              "%s: %s %s, which is not in the catalogue."
                  .formatted(parameter.name(), relation.kind().word(), relation.parameter()));
        }
      }
    }
  }

  /** Finds a parameter by its name, its key, an older key, or the key of a table. */
  public Optional<Parameter> find(String word) {
    return parameters.stream()
        .filter(
            parameter ->
                parameter.name().equalsIgnoreCase(word) || parameter.keys().containsKey(word))
        .findFirst();
  }

  public Map<String, Parameter> byName() {
    return parameters.stream().collect(Collectors.toMap(Parameter::name, Function.identity()));
  }

  /** Every key under which a store may have something set. */
  public Set<String> keys() {
    return parameters.stream()
        .flatMap(parameter -> parameter.keys().keySet().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  /** The version of the catalogue that is this one: {@code 2.6} for {@code 2.6.4-hadoop3}. */
  public Optional<String> versionOf(String full) {
    return versions.stream()
        .filter(known -> full.equals(known) || full.startsWith(known + "."))
        .findFirst();
  }
}
