package io.proteus.lab.result;

import io.proteus.core.units.InvalidValue;
import java.util.List;

/**
 * One way to place the partitions and to configure the servers, measured several times.
 *
 * @param id short and stable: {@code hand-balanced}
 * @param title for headings: {@code Hand-balanced, one configuration}
 * @param description what was arranged and how, in a sentence or two
 * @param repeats in the order of their number; not empty
 */
public record ArrangementResult(
    String id, String title, String description, List<RepeatResult> repeats) {

  public ArrangementResult {
    repeats = List.copyOf(repeats);
    if (repeats.isEmpty()) {
      throw new InvalidValue(
          "arrangement %s: want at least one repeat, got none. Leave out what was not measured."
              .formatted(id));
    }
  }

  void check(List<String> tenants) {
    for (RepeatResult repeat : repeats) {
      List<String> names = repeat.tenants().stream().map(TenantResult::tenant).toList();
      if (!names.equals(tenants)) {
        throw new InvalidValue(
            "arrangement %s, repeat %d: want the tenants %s, got %s."
                .formatted(id, repeat.repeat(), tenants, names));
      }
    }
  }
}
