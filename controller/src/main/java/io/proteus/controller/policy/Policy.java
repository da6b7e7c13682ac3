package io.proteus.controller.policy;

import io.proteus.controller.parameter.Advice;
import io.proteus.controller.parameter.Formula;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.Unit;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings for one class of workload (PCM-2), and when they apply (PCM-5).
 *
 * @param file where it is from, for people
 * @param source who says so
 * @param enabled whether it takes part; one that does not can still be shown and checked
 * @param workload the class's name
 * @param when the class's boundaries, over {@link #SITUATION}
 * @param hold for how long the class must be seen before the policy counts (PCM-6)
 * @param condition what else must hold, over {@link #SITUATION}; null where nothing must
 * @param values by parameter's name, a formula or, for switches and words, the value itself; a
 *     later formula sees what the earlier ones gave
 * @param advice what else is recommended and nobody but people can do, in sentences
 * @param presplit into how many partitions an empty table is split before its load, over {@link
 *     #SITUATION}; null where it is left as it is
 */
public record Policy(
    String name,
    String file,
    String title,
    String source,
    boolean enabled,
    String workload,
    Formula when,
    Duration hold,
    @Nullable Formula condition,
    Map<String, String> values,
    List<String> advice,
    @Nullable Formula presplit) {

  /**
   * The name for whether the policy itself is in force already, so that it may go on where it would
   * not begin: a load into an empty table fills it (PCM-6).
   */
  static final String IN_FORCE = "inForce";

  /** The names for formulas besides parameters, with their units. */
  public static final Map<String, Unit> SITUATION =
      Map.ofEntries(
          Map.entry("memory", Unit.BYTES),
          Map.entry("dataSize", Unit.BYTES),
          Map.entry("expectedSize", Unit.BYTES),
          Map.entry("nodes", Unit.COUNT),
          Map.entry("partitions", Unit.COUNT),
          Map.entry("reads", Unit.SHARE),
          Map.entry("writes", Unit.SHARE),
          Map.entry("scans", Unit.SHARE),
          Map.entry("heapUsed", Unit.SHARE),
          Map.entry("storeFiles", Unit.COUNT),
          Map.entry("compacting", Unit.SHARE),
          Map.entry("emptyTable", Unit.SWITCH),
          Map.entry(IN_FORCE, Unit.SWITCH));

  /** A policy that says nothing beside its values. */
  public Policy(
      String name,
      String file,
      String title,
      String source,
      boolean enabled,
      String workload,
      Formula when,
      Duration hold,
      @Nullable Formula condition,
      Map<String, String> values) {
    this(
        name, file, title, source, enabled, workload, when, hold, condition, values, List.of(),
        null);
  }

  public Policy {
    advice = List.copyOf(advice);
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  /** Whether it is the one for this situation; empty where what it asks for is not known. */
  public Optional<Boolean> applies(Map<String, ?> situation) {
    Optional<Boolean> inClass = when.holds(situation);
    Formula more = condition;
    return more == null
        ? inClass
        : inClass.flatMap(yes -> more.holds(situation).map(also -> yes && also));
  }

  /**
   * The values that it sets, by parameter and in order; values that follow from something unknown
   * are left out.
   *
   * @param present the parameters' values now, by name, and the situation
   */
  public Map<String, String> valuesFor(Map<String, ?> present, ParameterCatalogue catalogue) {
    Map<String, Object> known = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    known.putAll(present);
    Map<String, Parameter> parameters = catalogue.byName();
    Map<String, String> result = new LinkedHashMap<>();
    values.forEach(
        (name, given) -> {
          Parameter parameter = parameters.get(name);
          if (parameter == null) {
            return;
          }
          if (!parameter.unit().isNumber()) {
            result.put(name, given);
            return;
          }
          new Formula(given)
              .number(known)
              .ifPresent(
                  number -> {
                    String value = parameter.unit().rounded(number);
                    result.put(name, value);
                    parameter.unit().number(value).ifPresent(n -> known.put(name, n));
                  });
        });
    return result;
  }

  /** Its values as recommendations for a place. */
  public Advice advice(ParameterCatalogue catalogue) {
    return new Advice("policy " + name, present -> valuesFor(present, catalogue));
  }

  /** Every name that its formulas may use. */
  static Set<String> names(ParameterCatalogue catalogue) {
    Map<String, Unit> names = new TreeMap<>(SITUATION);
    names.putAll(catalogue.measured());
    catalogue.parameters().forEach(parameter -> names.put(parameter.name(), parameter.unit()));
    return names.keySet();
  }
}
