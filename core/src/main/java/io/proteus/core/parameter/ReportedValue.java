package io.proteus.core.parameter;

/**
 * A value as a store tells it.
 *
 * @param origin where the store has it from, such as the name of a file
 */
public record ReportedValue(String value, String origin) {}
