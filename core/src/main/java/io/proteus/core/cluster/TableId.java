package io.proteus.core.cluster;

import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.OneLine;
import io.proteus.core.words.Named;
import io.proteus.core.words.Term;

/**
 * Names a table as its store does, its namespace included. What a person wrote is brought to this
 * form by the store ({@code TableStore.named}).
 */
public record TableId(String value) implements Comparable<TableId>, Named {
  public TableId {
    if (value.isBlank()) {
      throw new InvalidValue("TableId: want a name, got an empty one.");
    }
  }

  @Override
  public Term term() {
    return Term.TABLE;
  }

  @Override
  public int compareTo(TableId other) {
    return value.compareTo(other.value);
  }

  /** The name for a line of text, in which nothing drives a terminal or forges another line. */
  @Override
  public String toString() {
    return OneLine.escaped(value);
  }
}
