package io.proteus.core.bulkload;

import io.proteus.core.units.ByteSize;
import java.util.Map;
import java.util.Optional;

/**
 * A setting that a load uses. Every store has those of {@link CommonLoadSetting}; an engine adds
 * the settings of its tables.
 */
public interface LoadSetting {

  /** The name of an enum constant; documents write it in lower case with hyphens. */
  String name();

  Scope scope();

  /** The name that people read. */
  String title();

  /** An amount of it with its unit. */
  String shown(long amount);

  /** The attribute that a table is given for an amount; empty when a table is given none. */
  default Optional<Map.Entry<String, String>> attribute(long amount) {
    return Optional.empty();
  }

  /** What the setting belongs to. */
  enum Scope {
    TABLE,
    NODE,
    CLIENT
  }

  /** The unit of an amount. */
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
