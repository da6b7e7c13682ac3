package io.proteus.lab.bulkload;

import io.proteus.lab.result.Environment;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * All that the bulk load experiment has measured.
 *
 * @param repeats how often each was to be measured, interleaved
 * @param threads of the client
 * @param clientBufferBytes that each of them collects
 * @param configurations what was compared
 * @param failures what could not be measured, a sentence each
 */
record LoadResult(
    String schema,
    Instant startedAt,
    Instant endedAt,
    Environment environment,
    int repeats,
    int threads,
    long clientBufferBytes,
    int fields,
    int fieldBytes,
    List<Setup> configurations,
    List<LoadTrial> trials,
    List<String> failures) {
  static final String SCHEMA = "proteus/bulk-load-experiment/1";

  LoadResult {
    configurations = List.copyOf(configurations);
    trials = List.copyOf(trials);
    failures = List.copyOf(failures);
  }

  /**
   * A configuration at a data size.
   *
   * @param regions that the table was split into; 1: none
   * @param attributes that were set on it
   */
  record Setup(
      String id,
      long rows,
      String description,
      String paper,
      int regions,
      Map<String, String> attributes) {
    Setup {
      attributes = Map.copyOf(attributes);
    }
  }
}
