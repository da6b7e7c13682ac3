package io.proteus.lab.runner;

import io.proteus.lab.result.Environment;
import io.proteus.lab.result.Fact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an experiment says of itself.
 *
 * @param name on the command line
 * @param method how it measures, a sentence or more
 * @param environment where it runs; null where it is simulated
 * @param facts its settings
 */
public record Outline(
    String name, String method, @Nullable Environment environment, List<Fact> facts) {
  public Outline {
    facts = List.copyOf(facts);
  }
}
