package io.proteus.lab.result;

import io.proteus.core.units.InvalidValue;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;

/**
 * All that an experiment has measured, nothing derived: what can be computed from it is ({@link
 * Figures}), so that a report can be made again, or differently, from the file alone.
 *
 * @param schema {@link #SCHEMA} of the release that wrote it
 * @param experiment its name: {@code met-convergence}
 * @param baseline id of the arrangement that the others are compared with first
 * @param tenants who ran, in the order of every list of tenants below
 * @param dataSizes one entry a data size, in the order they were run
 */
public record ExperimentResult(
    String schema,
    String experiment,
    Instant startedAt,
    Instant endedAt,
    Environment environment,
    Parameters parameters,
    String baseline,
    List<TenantDescription> tenants,
    List<DataSizeResult> dataSizes) {
  public static final String SCHEMA = "proteus/experiment/1";

  public ExperimentResult {
    if (!schema.equals(SCHEMA)) {
      throw new InvalidValue(
          "experiment result: want schema %s, got %s. Use the release of Proteus that wrote it."
              .formatted(SCHEMA, schema));
    }
    tenants = List.copyOf(tenants);
    dataSizes = List.copyOf(dataSizes);
    if (tenants.isEmpty() || dataSizes.isEmpty()) {
      throw new InvalidValue(
          "experiment result: want tenants and data sizes, got %d and %d."
              .formatted(tenants.size(), dataSizes.size()));
    }
    List<String> names = tenants.stream().map(TenantDescription::name).toList();
    for (DataSizeResult size : dataSizes) {
      size.check(names, baseline);
    }
    if (new HashSet<>(names).size() != names.size()) {
      throw new InvalidValue("experiment result: want tenants of different names, got " + names);
    }
  }
}
