package io.proteus.app.rendering;

import io.proteus.core.words.Words;
import java.util.Optional;

/** What is said of memory splits, and of what would spare nodes a restart for one. */
record SplitWords(Words words) {

  /** How this many nodes could take a new memory split while they run. */
  Optional<String> ofDividing(long nodes) {
    return nodes == 0 || words.whatDivides() == null
        ? Optional.empty()
        : Optional.of(
            "With %s, %s could be set without a restart."
                .formatted(words.whatDivides(), words.nodes(nodes)));
  }

  /** How this many nodes, which take a split while they run, could take a smaller write buffer. */
  Optional<String> ofShrinking(long nodes) {
    return nodes == 0 || words.whatShrinks() == null
        ? Optional.empty()
        : Optional.of(
            "With %s, %s could be given a smaller %s without a restart."
                .formatted(words.whatShrinks(), words.nodes(nodes), words.writeBuffer().one()));
  }

  /** The head of a column of memory splits, as narrow as the words allow. */
  static String split(Words words) {
    return cache(words) + "/" + words.writeBuffer().one();
  }

  /** What the memory that keeps what is read is called, in one word. */
  static String cache(Words words) {
    String cache = words.readCache().one();
    return cache.substring(cache.lastIndexOf(' ') + 1);
  }
}
