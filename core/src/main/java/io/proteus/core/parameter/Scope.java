package io.proteus.core.parameter;

import java.util.Locale;

/** Where a parameter can be set, the widest scope first. */
public enum Scope {
  CLUSTER,
  NODE,
  TABLE,
  COLUMN_FAMILY,
  /** in each client's own configuration, which no store knows */
  CLIENT;

  /** As files write it: {@code column-family}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
