package io.proteus.lab.tuner;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is to be tried next.
 *
 * @param subject what it is about, in a few words
 * @param values all that is to be set, by parameter's name
 */
public record Proposal(Trial.Purpose purpose, String subject, Map<String, String> values) {
  public Proposal {
    values = Collections.unmodifiableMap(new TreeMap<>(values));
  }
}
