package io.proteus.core.parameter;

/**
 * A value as a store tells it.
 *
 * @param origin where the store has it from: {@code hbase-site.xml}
 */
public record ReportedValue(String value, String origin) {}
