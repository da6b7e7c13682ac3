package io.proteus.controller.policy;

import io.proteus.controller.parameter.Formula;
import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.Scope;
import io.proteus.core.port.SettingsGuide;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.Ratio;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The values of a policy in one place: each parameter with its value if it is set, or the reason
 * why not. Later formulas see earlier values that can be set, and otherwise the present ones: a
 * flush size follows from the heap that a node has, not from a heap that it should have been
 * started with.
 *
 * @param lines in the policy's order
 */
public record PolicyValues(List<Line> lines) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*(?!\\w*\\s*\\()");
  private static final Set<String> CONSTANTS = Set.of("kb", "mb", "gb", "true", "false");

  /** Where a parameter can be set. */
  public enum Where {
    /** on the table */
    TABLE,
    /** on each of its column families */
    COLUMN_FAMILY,
    /** on the node, as a part of its memory split */
    MEMORY_SPLIT,
    /** on the node, by a restart with it unless the node takes it while it runs */
    RESTART,
    /** not by Proteus */
    NOWHERE;

    /** The word in documents: {@code memory-split}. */
    public String word() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    boolean isOfTables() {
      return this == TABLE || this == COLUMN_FAMILY;
    }
  }

  /**
   * A parameter with its value.
   *
   * @param formula as the policy has it
   * @param filled the same with the values in it
   * @param value null when it follows from something that is not known
   * @param obstacle why it is not set; null when it can be
   * @param setting which setting is in the way; null when none is
   */
  public record Line(
      Parameter parameter,
      String formula,
      String filled,
      @Nullable String value,
      Where where,
      @Nullable String obstacle,
      @Nullable String setting) {

    /** Whether it is a value that can be set. */
    public boolean counts() {
      return value != null && obstacle == null;
    }
  }

  /**
   * What can be changed on a node.
   *
   * @param splits whether it can get another memory split, running or by a restart
   * @param noRestart why it is not restarted for other settings; null where it may be
   * @param setting which setting is in the way; null when none is
   * @param effects when it has changed settings in effect, as the node says
   */
  public record Means(
      boolean splits,
      @Nullable String noRestart,
      @Nullable String setting,
      Map<String, Effect> effects) {
    /** All can be done. */
    public static final Means ALL = new Means(true, null, null, Map.of());

    /** The same where it cannot get the split that is wanted. */
    Means withoutSplits() {
      return new Means(false, noRestart, setting, effects);
    }
  }

  public PolicyValues {
    lines = List.copyOf(lines);
  }

  /**
   * Works a policy out.
   *
   * @param present the parameters' values now, by name, and the situation ({@link
   *     Policy#SITUATION}); what is not known is not in it
   * @param means what can be done to the node; of no matter for a table
   */
  public static PolicyValues of(
      Policy policy,
      ParameterCatalogue catalogue,
      SettingsGuide guide,
      Means means,
      Map<String, ?> present) {
    Map<String, Object> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    known.putAll(present);
    Map<String, Parameter> parameters = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    parameters.putAll(catalogue.byName());
    List<Line> lines = new ArrayList<>();
    policy
        .values()
        .forEach(
            (name, given) -> {
              Parameter parameter = parameters.get(name);
              if (parameter != null) {
                Line line = line(parameter, given, guide, means, known, parameters);
                lines.add(line);
                if (line.counts() && line.value() != null) {
                  typed(parameter, line.value()).ifPresent(value -> known.put(name, value));
                }
              }
            });
    return new PolicyValues(lines);
  }

  private static Line line(
      Parameter parameter,
      String given,
      SettingsGuide guide,
      Means means,
      Map<String, Object> known,
      Map<String, Parameter> parameters) {
    Where where = where(parameter, guide);
    if (!parameter.unit().isNumber()) {
      return withObstacle(parameter, given, given, given, where, means);
    }
    Formula formula = new Formula(given);
    String value = formula.number(known).map(parameter.unit()::rounded).orElse(null);
    String filled = filled(given, known, parameters);
    if (value != null) {
      return withObstacle(parameter, given, filled, value, where, means);
    }
    Set<String> missing = formula.unknown(known.keySet());
    return new Line(
        parameter,
        given,
        filled,
        null,
        where,
        missing.isEmpty() ? "its formula has no value" : "not known: " + String.join(", ", missing),
        missing.contains("memory") ? "policies.nodeMemory" : null);
  }

  private static Line withObstacle(
      Parameter parameter, String given, String filled, String value, Where where, Means means) {
    if (where == Where.NOWHERE) {
      return new Line(
          parameter,
          given,
          filled,
          value,
          where,
          "Proteus does not set it: " + parameter.how(),
          null);
    }
    if (where == Where.MEMORY_SPLIT && !means.splits()) {
      return new Line(
          parameter,
          given,
          filled,
          value,
          where,
          "the node divides its heap so by a restart only",
          "policies.restart");
    }
    Effect effect = means.effects().getOrDefault(parameter.key(), Effect.RESTART);
    if (where == Where.RESTART && effect == Effect.NEVER) {
      return new Line(
          parameter, given, filled, value, where, "the node never takes another value of it", null);
    }
    if (where == Where.RESTART && effect == Effect.RESTART && means.noRestart() != null) {
      return new Line(parameter, given, filled, value, where, means.noRestart(), means.setting());
    }
    return new Line(parameter, given, filled, value, where, null, null);
  }

  /**
   * Where a parameter is set: as close to the table as the store allows, because that works online.
   */
  public static Where where(Parameter parameter, SettingsGuide guide) {
    String key = parameter.key();
    if (key.equals(guide.heapKey())) {
      return Where.NOWHERE;
    }
    if (key.equals(guide.readCacheKey()) || key.equals(guide.writeBufferKey())) {
      return Where.MEMORY_SPLIT;
    }
    if (parameter.isSetFor(Scope.TABLE)) {
      return Where.TABLE;
    }
    if (parameter.isSetFor(Scope.COLUMN_FAMILY)) {
      return Where.COLUMN_FAMILY;
    }
    return parameter.isSetFor(Scope.NODE) ? Where.RESTART : Where.NOWHERE;
  }

  private static String filled(
      String formula, Map<String, Object> known, Map<String, Parameter> parameters) {
    return NAME.matcher(formula)
        .replaceAll(
            found -> {
              Object value = known.get(found.group());
              return value == null || CONSTANTS.contains(found.group().toLowerCase(Locale.ROOT))
                  ? found.group()
                  : Matcher.quoteReplacement(shown(found.group(), value, parameters));
            });
  }

  private static String shown(String name, Object value, Map<String, Parameter> parameters) {
    String text = value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    Parameter parameter = parameters.get(name);
    return Optional.ofNullable(Policy.SITUATION.get(name))
        .or(() -> Optional.ofNullable(parameter).map(Parameter::unit))
        .map(unit -> unit.shown(text))
        .orElse(text);
  }

  static Optional<Object> typed(Parameter parameter, String value) {
    return switch (parameter.unit()) {
      case SWITCH -> Optional.of(Boolean.parseBoolean(value.strip()));
      case WORD -> Optional.of(value.strip());
      default -> parameter.unit().number(value).map(number -> number);
    };
  }

  /** The values that can be set, by parameter. */
  public SortedMap<String, String> values(Collection<Where> places) {
    return lines.stream()
        .filter(line -> line.counts() && places.contains(line.where()))
        .collect(
            Collectors.toMap(
                line -> line.parameter().name(),
                line -> String.valueOf(line.value()),
                (first, second) -> second,
                TreeMap::new));
  }

  /**
   * Values for a table as its settings.
   *
   * @param values by the parameter's name
   * @param is what is set on it: a column family that has a value of its own, which would win over
   *     the table's, gets the wanted one too; what is written otherwise, and is the same value, is
   *     wanted as it is
   */
  public static TableSettings ofTable(
      Map<String, String> values, TableSettings is, ParameterCatalogue catalogue) {
    Map<String, String> onTable = new TreeMap<>();
    Map<String, Map<String, String>> onFamilies = new TreeMap<>();
    is.families().keySet().forEach(family -> onFamilies.put(family, new TreeMap<>()));
    Map<String, Parameter> parameters = catalogue.byName();
    values.forEach(
        (name, value) -> {
          Parameter parameter = parameters.get(name);
          if (parameter == null) {
            return;
          }
          boolean ofTable = parameter.isSetFor(Scope.TABLE);
          if (ofTable) {
            String key = parameter.keyFor(Scope.TABLE);
            onTable.put(key, asIs(parameter, is.values().get(key), value));
          }
          if (parameter.isSetFor(Scope.COLUMN_FAMILY)) {
            String key = parameter.keyFor(Scope.COLUMN_FAMILY);
            onFamilies.forEach(
                (family, own) -> {
                  Map<String, String> there = is.families().get(family);
                  if (!ofTable || (there != null && there.containsKey(key))) {
                    String present = there == null ? null : there.get(key);
                    own.put(key, asIs(parameter, present, value));
                  }
                });
          }
        });
    return TableSettings.of(onTable, onFamilies);
  }

  /** The text that is there where it is the same value: 0.50 where 0.5 is wanted. */
  private static String asIs(Parameter parameter, @Nullable String present, String wanted) {
    return present != null && parameter.unit().same(present, wanted) ? present : wanted;
  }

  /**
   * Values for nodes in the store's own keys, the memory split left out.
   *
   * @param started what a node was started with, but for what is at its default; null when that is
   *     not known. What it has already, written otherwise, is wanted as it is, and a default that
   *     nobody has changed is not wanted
   */
  public static SortedMap<String, String> ofStart(
      Map<String, String> values,
      @Nullable Map<String, String> started,
      ParameterCatalogue catalogue,
      SettingsGuide guide) {
    SortedMap<String, String> byKey = new TreeMap<>();
    Map<String, Parameter> parameters = catalogue.byName();
    values.forEach(
        (name, value) -> {
          Parameter parameter = parameters.get(name);
          if (parameter == null || where(parameter, guide) != Where.RESTART) {
            return;
          }
          String present = started == null ? null : started.get(parameter.key());
          boolean hasIt =
              started != null && present == null && isDefault(parameter, value, catalogue);
          if (!hasIt) {
            byKey.put(parameter.key(), asIs(parameter, present, value));
          }
        });
    return byKey;
  }

  /**
   * Whether the value is the default of every version, because nodes do not tell theirs here. If a
   * version has another key the answer is no.
   */
  private static boolean isDefault(
      Parameter parameter, String value, ParameterCatalogue catalogue) {
    return parameter.older().isEmpty()
        && parameter.replaced().isEmpty()
        && catalogue.versions().stream()
            .allMatch(
                version ->
                    parameter
                        .defaultIn(version)
                        .filter(text -> parameter.unit().same(text, value))
                        .isPresent());
  }

  /**
   * The memory split that values say; empty where they say nothing of it, or it would not fit.
   *
   * @param is what the part that they say nothing of stays at; null when that is not known
   */
  public static Optional<MemorySplit> split(
      Map<String, String> values,
      @Nullable MemorySplit is,
      ParameterCatalogue catalogue,
      SettingsGuide guide) {
    Map<String, String> byKey = new HashMap<>();
    Map<String, Parameter> parameters = catalogue.byName();
    values.forEach(
        (name, value) -> {
          Parameter parameter = parameters.get(name);
          if (parameter != null) {
            byKey.put(parameter.key(), value);
          }
        });
    String cache = byKey.get(guide.readCacheKey());
    String buffer = byKey.get(guide.writeBufferKey());
    if (cache == null && buffer == null || (is == null && (cache == null || buffer == null))) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new MemorySplit(
              cache == null || cache.isEmpty() ? present(is).readCache() : share(cache),
              buffer == null || buffer.isEmpty() ? present(is).writeBuffer() : share(buffer)));
    } catch (InvalidValue | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static MemorySplit present(@Nullable MemorySplit is) {
    if (is == null) {
      throw new InvalidValue("the present split is not known");
    }
    return is;
  }

  private static Ratio share(String value) {
    return Ratio.of(Double.parseDouble(value));
  }
}
