package io.proteus.lab.result;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an experiment found, as {@code docs/schema/experiment.schema.json} describes it. A file, a
 * page and a terminal show the same of it.
 *
 * @param experiment its name on the command line
 * @param method how it was measured, a sentence or more; may be blank
 * @param environment where it ran; null where it was simulated
 * @param facts its settings
 * @param criteria what had to hold, met or not
 * @param failures what could not be measured, a sentence each
 */
public record Result(
    String schema,
    String experiment,
    Instant startedAt,
    Instant endedAt,
    String method,
    @Nullable Environment environment,
    List<Fact> facts,
    List<Section> sections,
    List<Criterion> criteria,
    List<String> failures) {
  public static final String SCHEMA = "proteus/result/1";

  public Result {
    facts = List.copyOf(facts);
    sections = List.copyOf(sections);
    criteria = List.copyOf(criteria);
    failures = List.copyOf(failures);
  }

  /** What is wrong with it: criteria that do not hold, and what could not be measured. */
  public Stream<String> objections() {
    return Stream.concat(
        criteria.stream().flatMap(criterion -> criterion.violations().stream()),
        failures.stream().map(failure -> "not measured: " + failure));
  }
}
