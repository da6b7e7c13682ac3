package io.proteus.lab.tuning;

import io.proteus.app.WrongUsage;
import io.proteus.controller.parameter.Formula;
import io.proteus.controller.policy.PresentValues;
import io.proteus.controller.settings.NearestWord;
import io.proteus.core.parameter.Contradiction;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.Relation;
import io.proteus.core.parameter.Unit;
import io.proteus.core.units.ByteSize;
import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.tuner.Space;
import io.proteus.lab.tuner.Tunable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What of the catalogue can be tuned, with the values that are tried. The catalogue's ranges are
 * what a store takes; these are what is worth a trial.
 */
final class TunableParameters {
  private static final Map<String, List<String>> LEVELS = new TreeMap<>();

  /** What the model of the simulator knows. */
  static final Set<String> SIMULATED =
      new TreeSet<>(
          Set.of(
              "blockCacheShare",
              "memstoreShare",
              "blockSize",
              "flushSize",
              "handlers",
              "compactionMin"));

  static {
    levels("blockCacheShare", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7");
    levels("memstoreShare", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7");
    sizes("flushSize", 20, 16, 32, 64, 128, 256, 512);
    levels("blockMultiplier", "2", "4", "8", "16");
    levels("inMemoryCompaction", "NONE", "BASIC", "EAGER");
    levels("cacheOnWrite", "false", "true");
    levels("prefetchOnOpen", "false", "true");
    levels("blockingStoreFiles", "8", "16", "32", "64", "100");
    levels("compactionMin", "2", "3", "4", "6", "8", "10");
    levels("compactionMax", "5", "10", "20", "40");
    levels("compactionRatio", "0.6", "1.2", "2.4", "5");
    levels("compactionCells", "10", "20", "50", "100");
    sizes("blockSize", 10, 8, 16, 32, 64, 128, 256);
    levels("bloomFilter", "NONE", "ROW", "ROWCOL");
    levels("compression", "NONE", "GZ");
    levels("blockEncoding", "NONE", "FAST_DIFF", "ROW_INDEX_V1");
    // these take a restart
    levels("handlers", "5", "10", "20", "30", "60", "120");
    levels("memstoreLowerLimit", "0.8", "0.9", "0.95", "0.98");
    levels("flushThreads", "1", "2", "4", "8");
    levels("smallCompactionThreads", "1", "2", "4");
    levels("largeCompactionThreads", "1", "2", "4");
    levels("queueFactor", "0.1", "0.3", "0.5", "1");
    levels("mslab", "true", "false");
  }

  private TunableParameters() {}

  private static void levels(String name, String... values) {
    LEVELS.put(name, List.of(values));
  }

  private static void sizes(String name, int shift, long... counts) {
    List<String> values = new ArrayList<>();
    for (long count : counts) {
      values.add(Long.toString(count << shift));
    }
    LEVELS.put(name, values);
  }

  /** Every name. */
  static Set<String> names() {
    return new TreeSet<>(LEVELS.keySet());
  }

  /** What is tuned where nobody says: what the papers found to matter for such a workload. */
  static List<String> usual(BenchWorkload workload, boolean simulated) {
    List<String> usual =
        switch (workload) {
          case WRITE_ONLY, THREE_TABLES ->
              List.of(
                  "memstoreShare",
                  "flushSize",
                  "compactionMin",
                  "blockingStoreFiles",
                  "inMemoryCompaction");
          case READ_ONLY ->
              List.of(
                  "blockCacheShare", "blockSize", "bloomFilter", "blockEncoding", "compression");
          case SCAN_ONLY -> List.of("blockCacheShare", "blockSize", "blockEncoding", "compression");
          case MIXED ->
              List.of("blockCacheShare", "memstoreShare", "blockSize", "flushSize", "bloomFilter");
        };
    return simulated ? usual.stream().filter(SIMULATED::contains).toList() : usual;
  }

  /**
   * The space of these parameters, and of those that give way to them.
   *
   * @param asked names
   * @param among what can be tuned here
   * @param heap of each node
   * @throws WrongUsage if one of them cannot be tuned
   */
  static Space space(
      List<String> asked, Set<String> among, ParameterCatalogue catalogue, ByteSize heap) {
    Set<String> names = new LinkedHashSet<>();
    for (String name : asked) {
      names.add(known(name.strip(), among));
    }
    Set<String> all = new LinkedHashSet<>(names);
    for (String name : names) {
      competitors(name, catalogue).stream().filter(among::contains).forEach(all::add);
    }
    List<Tunable> tunables = all.stream().map(name -> tunable(name, catalogue)).toList();
    return new Space(tunables, names.size(), possible(catalogue, heap));
  }

  private static String known(String name, Set<String> among) {
    return among.stream()
        .filter(name::equalsIgnoreCase)
        .findFirst()
        .orElseThrow(
            () ->
                new WrongUsage(
                    "--parameters: '%s' cannot be tuned here%s. There are: %s."
                        .formatted(
                            name,
                            NearestWord.to(name, among)
                                .map(near -> ", maybe '%s'".formatted(near))
                                .orElse(""),
                            String.join(", ", among))));
  }

  private static Set<String> competitors(String name, ParameterCatalogue catalogue) {
    Set<String> competitors = new TreeSet<>();
    for (Relation relation : parameter(name, catalogue).relations()) {
      if (relation.kind() == Relation.Kind.COMPETES_WITH && name.endsWith("Share")) {
        competitors.add(relation.parameter());
      }
    }
    return competitors;
  }

  private static Parameter parameter(String name, ParameterCatalogue catalogue) {
    return Objects.requireNonNull(catalogue.byName().get(name), name);
  }

  private static Tunable tunable(String name, ParameterCatalogue catalogue) {
    Parameter parameter = parameter(name, catalogue);
    List<String> levels = Objects.requireNonNull(LEVELS.get(name), name);
    String newest = catalogue.versions().get(catalogue.versions().size() - 1);
    String usual = parameter.defaultIn(newest).orElseThrow();
    int place = -1;
    for (int i = 0; i < levels.size(); i++) {
      place = parameter.unit().same(levels.get(i), usual) ? i : place;
    }
    return new Tunable(
        name, levels, place, parameter.unit().isNumber(), competitors(name, catalogue));
  }

  /** Whether values keep the catalogue's rules of what a store does not survive. */
  private static Predicate<Map<String, String>> possible(
      ParameterCatalogue catalogue, ByteSize heap) {
    Map<String, Parameter> parameters = catalogue.byName();
    Map<String, Object> present =
        PresentValues.byDefault(catalogue, Map.of("heap", BigDecimal.valueOf(heap.bytes())));
    List<Formula> rules =
        catalogue.contradictions().stream()
            .filter(rule -> rule.severity() == Contradiction.Severity.ERROR)
            .map(rule -> new Formula(rule.when()))
            .toList();
    return values -> {
      Map<String, Object> known = new HashMap<>(present);
      values.forEach(
          (name, value) -> {
            Parameter parameter = parameters.get(name);
            Unit unit = parameter == null ? Unit.WORD : parameter.unit();
            known.put(
                name,
                switch (unit) {
                  case WORD -> value;
                  case SWITCH -> Boolean.valueOf(value);
                  default -> unit.number(value).orElseThrow();
                });
          });
      return rules.stream().noneMatch(rule -> rule.holds(known).orElse(false));
    };
  }
}
