package io.proteus.core.strategy;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A policy and what it comes to.
 *
 * @param policy its name
 * @param values by the parameter's name
 */
public record Choice(String policy, SortedMap<String, String> values) {
  public Choice {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }
}
