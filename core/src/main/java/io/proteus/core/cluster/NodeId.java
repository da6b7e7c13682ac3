package io.proteus.core.cluster;

import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.OneLine;
import io.proteus.core.words.Named;
import io.proteus.core.words.Term;
import org.jspecify.annotations.Nullable;

/** Names a store process that serves partitions, the same across its restarts. */
public record NodeId(String value) implements Comparable<NodeId>, Named {
  public NodeId {
    if (value.isBlank()) {
      throw new InvalidValue("NodeId: want a name, got an empty one.");
    }
  }

  /** The name of a node that a layout asks for and that does not exist yet, counted from 1. */
  public static NodeId planned(int index) {
    return new NodeId("+" + index);
  }

  /** Whether this is a node of a layout only. */
  public boolean isPlanned() {
    return value.charAt(0) == '+';
  }

  @Override
  public Term term() {
    return Term.NODE;
  }

  // as a record has it, and faster: plans look names up by the million, and most of them differ in
  // their last letters only, while a string keeps its hash

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || other instanceof NodeId name
            && name.value.hashCode() == value.hashCode()
            && name.value.equals(value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  @Override
  public int compareTo(NodeId other) {
    return value.compareTo(other.value);
  }

  /** The name for a line of text, in which nothing drives a terminal or forges another line. */
  @Override
  public String toString() {
    return OneLine.escaped(value);
  }
}
