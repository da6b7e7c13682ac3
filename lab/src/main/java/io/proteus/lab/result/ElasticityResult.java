package io.proteus.lab.result;

import io.proteus.core.units.InvalidValue;
import java.time.Instant;
import java.util.List;

/**
 * All that an elasticity experiment has measured and simulated.
 *
 * @param schema {@link #SCHEMA} of the release that wrote it
 * @param scenario what both worlds were given, as a scenario of the simulator
 * @param parameters how it was run on the real cluster
 * @param tenants who ran
 * @param runs in the order in which they ran
 */
public record ElasticityResult(
    String schema,
    Instant startedAt,
    Instant endedAt,
    Environment environment,
    Parameters parameters,
    String scenario,
    List<TenantDescription> tenants,
    List<ElasticityRun> runs) {
  public static final String SCHEMA = "proteus/elasticity/1";

  public ElasticityResult {
    tenants = List.copyOf(tenants);
    runs = List.copyOf(runs);
    if (!schema.equals(SCHEMA)) {
      throw new InvalidValue(
          "elasticity result: want schema %s, got %s. Use the release of Proteus that wrote it."
              .formatted(SCHEMA, schema));
    }
  }
}
