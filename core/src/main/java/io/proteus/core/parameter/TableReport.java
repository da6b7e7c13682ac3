package io.proteus.core.parameter;

import java.util.Map;
import java.util.TreeMap;

/**
 * The settings of a table.
 *
 * @param values by key, those of the table
 * @param families by name of the column family, the values of each by key
 */
public record TableReport(Map<String, String> values, Map<String, Map<String, String>> families) {
  public TableReport {
    values = Map.copyOf(values);
    families = Map.copyOf(new TreeMap<>(families));
  }
}
