package io.proteus.app.bulkload;

import io.proteus.core.bulkload.LoadPlan;
import io.proteus.core.port.StoredTable;
import io.proteus.core.units.InvalidValue;
import java.util.Optional;

/** What becomes of the table. */
enum TableChange {
  /** there is none */
  CREATE("is made"),
  /** it is there and empty, and split otherwise */
  RECREATE("holds no row: it is dropped and made anew, with its families and attributes"),
  /** its regions stay */
  ALTER("keeps its regions");

  private final String sentence;

  TableChange(String sentence) {
    this.sentence = sentence;
  }

  /** What it does to a table, to go after the table's name. */
  String sentence() {
    return sentence;
  }

  /**
   * What a plan does to what is there.
   *
   * @throws InvalidValue when it must not; the message says what may be done instead
   */
  static TableChange of(LoadPlan plan, Optional<StoredTable> there, LoadOptions options) {
    if (there.isEmpty()) {
      return CREATE;
    }
    StoredTable table = there.get();
    if (!table.enabled()) {
      throw new InvalidValue(
          "--table %s: is disabled, so nobody can tell whether it holds rows. Enable it, or name another."
              .formatted(table.id()));
    }
    if (options.keepsRegions() || table.splits().equals(plan.splits().keys())) {
      return ALTER;
    }
    if (!table.empty()) {
      throw new InvalidValue(
          "--table %s: holds rows in %,d regions, want an empty table, as HBase does not divide one anew. --keep-regions sets it up as it is split; or load into a table of another name."
              .formatted(table.id(), table.splits().size() + 1));
    }
    if (!options.recreates()) {
      throw new InvalidValue(
          "--table %s: is empty and has %,d regions, want %,d at other keys. --recreate drops it and makes it anew with its families and attributes (permissions granted on it are lost); --keep-regions leaves it split as it is."
              .formatted(table.id(), table.splits().size() + 1, plan.splits().partitions()));
    }
    return RECREATE;
  }
}
