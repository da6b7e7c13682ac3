package io.proteus.core.parameter;

import java.math.BigDecimal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The settings that a node reports.
 *
 * @param version of the store on it
 * @param measured what is known besides, by the name that formulas call it: {@code heap} in bytes
 * @param values by key, those that it was asked for and that are set, in a file or by default
 * @param gap why the values are not known; null when they are
 */
public record NodeReport(
    String version,
    Map<String, BigDecimal> measured,
    Map<String, ReportedValue> values,
    @Nullable String gap) {
  public NodeReport {
    measured = Map.copyOf(measured);
    values = Map.copyOf(values);
  }
}
