package io.proteus.core.cluster;

import io.proteus.core.units.InvalidValue;

/** Names a table, in the store's own full name (HBase: namespace:name). */
public record TableId(String value) implements Comparable<TableId> {
  public TableId {
    if (value.isBlank()) {
      throw new InvalidValue("TableId: want a name, got an empty one.");
    }
  }

  @Override
  public int compareTo(TableId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
