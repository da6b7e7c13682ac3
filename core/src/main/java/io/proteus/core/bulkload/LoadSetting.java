package io.proteus.core.bulkload;

import io.proteus.core.units.ByteSize;
import java.util.Map;
import java.util.Optional;

/**
 * One thing that a load sets. Every store has those of {@link CommonLoadSetting}; an engine brings
 * the settings of its tables.
 */
public interface LoadSetting {

  /** As an enum's constant; documents have it in lower case with hyphens. */
  String name();

  /** Whose setting it is. */
  Scope scope();

  /** For people. */
  String title();

  /** An amount of it with its unit. */
  String shown(long amount);

  /** The attribute that a table is given for an amount; empty when a table is given none. */
  default Optional<Map.Entry<String, String>> attribute(long amount) {
    return Optional.empty();
  }

  /** Whose setting it is. */
  enum Scope {
    TABLE,
    NODE,
    CLIENT
  }

  /** What an amount counts. */
  enum Unit {
    BYTES,
    COUNT,
    PERCENT;

    /** An amount with this unit. */
    public String shown(long amount) {
      return switch (this) {
        case BYTES -> ByteSize.ofBytes(amount).toString();
        case COUNT -> "%,d".formatted(amount);
        case PERCENT -> amount + " %";
      };
    }
  }
}
