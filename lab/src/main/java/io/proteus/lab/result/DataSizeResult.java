package io.proteus.lab.result;

import io.proteus.core.units.InvalidValue;
import java.util.HashSet;
import java.util.List;

/**
 * Every arrangement at one size of the data: the effect depends on what fits into which cache.
 *
 * @param rowsPerTenant loaded rows of an ordinary tenant
 * @param bytesPerTenant their values
 * @param arrangements in the order of the report
 * @param integrity every time that acknowledged writes were asked back
 */
public record DataSizeResult(
    int rowsPerTenant,
    long bytesPerTenant,
    List<ArrangementResult> arrangements,
    List<IntegrityCheck> integrity) {

  public DataSizeResult {
    arrangements = List.copyOf(arrangements);
    integrity = List.copyOf(integrity);
  }

  public ArrangementResult arrangement(String id) {
    return arrangements.stream()
        .filter(arrangement -> arrangement.id().equals(id))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidValue(
                    "data size %d rows: want one of its arrangements %s, got '%s'."
                        .formatted(rowsPerTenant, ids(), id)));
  }

  void check(List<String> tenants, String baseline) {
    List<String> ids = ids();
    if (new HashSet<>(ids).size() != ids.size()) {
      throw new InvalidValue("arrangements: want different ids, got " + ids);
    }
    arrangement(baseline);
    arrangements.forEach(arrangement -> arrangement.check(tenants));
  }

  private List<String> ids() {
    return arrangements.stream().map(ArrangementResult::id).toList();
  }
}
