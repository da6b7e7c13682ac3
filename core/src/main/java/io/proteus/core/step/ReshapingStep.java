package io.proteus.core.step;

import io.proteus.core.cluster.KeyRange;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.model.CostModel;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.Optional;

/** A step that makes other partitions of the same rows. */
interface ReshapingStep extends Step {
  Duration LONGEST = Duration.ofMinutes(2);
  Duration COMPACTED_WITHIN = Duration.ofMinutes(10);

  TableId table();

  KeyRange rows();

  @Override
  default Optional<Sentence> blockedBy(Topology now) {
    return now.within(table(), rows()).stream()
        .filter(part -> !now.isOpen(part))
        .findFirst()
        .map(part -> Sentence.of("%s is in transition", part.id()));
  }

  @Override
  default Duration timeout(CostModel costs) {
    return LONGEST;
  }

  /** What was just split or merged is compacted before it is split or merged again. */
  @Override
  default Duration refusedAtMost() {
    return COMPACTED_WITHIN;
  }
}
