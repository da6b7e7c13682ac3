package io.proteus.core.cluster;

import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Named;
import io.proteus.core.words.Term;

/** Names a partition of a table as its store does. */
public record PartitionId(String value) implements Comparable<PartitionId>, Named {
  public PartitionId {
    if (value.isBlank()) {
      throw new InvalidValue("PartitionId: want a name, got an empty one.");
    }
  }

  @Override
  public Term term() {
    return Term.PARTITION;
  }

  @Override
  public int compareTo(PartitionId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
