package io.proteus.controller.parameter;

import java.util.Map;
import java.util.function.Function;

/**
 * A recommendation.
 *
 * @param source who
 * @param values from what is known of a place, by name, to what should be there, by parameter's
 *     name
 */
public record Advice(String source, Function<Map<String, Object>, Map<String, String>> values) {}
