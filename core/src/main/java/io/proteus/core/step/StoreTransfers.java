package io.proteus.core.step;

import io.proteus.core.cluster.Topology;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.Optional;

/** What a store that moves partitions by itself has to finish before a node comes or goes. */
final class StoreTransfers {
  /** A node that is filled over the network takes hours. */
  private static final Duration PATIENCE = Duration.ofHours(6);

  private StoreTransfers() {}

  static Optional<Sentence> blocking(Topology now) {
    return now.inTransition().isEmpty()
        ? Optional.empty()
        : Optional.of(Sentence.of("the store still moves {partitions}"));
  }

  /** For how long they are waited for. */
  static Duration patience(Topology now) {
    return now.inTransition().isEmpty() ? Duration.ZERO : PATIENCE;
  }
}
