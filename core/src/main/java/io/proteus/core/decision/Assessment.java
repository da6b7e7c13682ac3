package io.proteus.core.decision;

import io.proteus.core.strategy.Reason;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is said of a cluster first: whether it is healthy, and what is worth doing, the best first.
 *
 * @param options what could be done; none where everything is as it should be
 * @param unready why nobody can say what is worth doing; null where it can be said
 */
public record Assessment(Health health, List<Option> options, @Nullable Reason unready) {
  public Assessment {
    options = List.copyOf(options);
  }

  /** Whether something is advised. */
  public boolean advises() {
    return options.stream().anyMatch(option -> option.worth().isAdvised());
  }

  /** Each thought a sentence: the health, then each option. */
  public List<Sentence> sentences() {
    List<Sentence> sentences = new ArrayList<>(List.of(health.sentence()));
    if (unready != null) {
      sentences.add(Sentence.of("what is worth doing cannot be told yet: %s", unready.whole()));
    } else if (!advises()) {
      sentences.add(
          health.state() == Health.State.UNHEALTHY
              ? Sentence.of("nothing that may be done would help")
              : Sentence.of("nothing is worth doing"));
    }
    return Stream.concat(sentences.stream(), options.stream().map(Option::sentence)).toList();
  }

  /** All of it in one. */
  public Sentence sentence() {
    return Sentence.joined("; ", sentences());
  }
}
