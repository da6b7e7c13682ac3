package io.proteus.core.cluster;

import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.OneLine;
import io.proteus.core.words.Named;
import io.proteus.core.words.Term;
import org.jspecify.annotations.Nullable;

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

  // as a record has it, and faster: plans look names up by the million

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof PartitionId name && name.value.equals(value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public int compareTo(PartitionId other) {
    return value.compareTo(other.value);
  }

  /** The name for a line of text, in which nothing drives a terminal or forges another line. */
  @Override
  public String toString() {
    return OneLine.escaped(value);
  }
}
