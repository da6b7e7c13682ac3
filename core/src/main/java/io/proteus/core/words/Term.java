package io.proteus.core.words;

import java.util.Arrays;
import java.util.Optional;

/** Terms that every store has and names differently. */
public enum Term {
  /** a store process that serves partitions */
  NODE(new Noun("node", "nodes")),
  /** a part of a table */
  PARTITION(new Noun("partition", "partitions")),
  TABLE(new Noun("table", "tables")),
  /** the memory that caches what is read */
  READ_CACHE(new Noun("cache", "caches")),
  /** the memory that buffers what is written */
  WRITE_BUFFER(new Noun("write buffer", "write buffers"));

  private final Noun neutral;

  Term(Noun neutral) {
    this.neutral = neutral;
  }

  /** The noun that core itself uses, in code and in the templates of sentences. */
  public Noun neutral() {
    return neutral;
  }

  /** The term that a neutral noun stands for, in singular or plural. */
  public static Optional<Term> of(String noun) {
    return Arrays.stream(values())
        .filter(term -> term.neutral.one().equals(noun) || term.neutral.many().equals(noun))
        .findFirst();
  }
}
