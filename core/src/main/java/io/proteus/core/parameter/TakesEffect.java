package io.proteus.core.parameter;

import java.util.Locale;

/** When a changed value is in effect, the soonest first. */
public enum TakesEffect {
  /** at once, after a call to the running store */
  ONLINE,
  /** at once, by altering the table */
  TABLE_ALTER,
  /** in every partition that is opened after the change */
  REOPEN,
  /** after a restart of the node */
  RESTART,
  /** in every client that starts after the change */
  CLIENT;

  /** As files write it: {@code table-alter}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
