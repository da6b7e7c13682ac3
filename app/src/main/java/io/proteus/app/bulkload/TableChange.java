package io.proteus.app.bulkload;

import io.proteus.core.bulkload.LoadPlan;
import io.proteus.core.bulkload.LoadRefused;
import io.proteus.core.port.StoredTable;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;
import java.util.Optional;

/** What becomes of the table. */
enum TableChange {
  /** there is none */
  CREATE("is made"),
  /** it is there and empty, and split otherwise */
  RECREATE("holds no row: it is dropped and made anew, with its families and attributes"),
  /** it stays as it is split */
  ALTER("keeps its {partitions}");

  private final Sentence sentence;

  TableChange(String template) {
    this.sentence = Sentence.of(template);
  }

  /** What it does to a table, to go after the table's name. */
  Sentence sentence() {
    return sentence;
  }

  /**
   * What a plan does to what is there.
   *
   * @throws InvalidValue when it must not; the message says what may be done instead
   */
  static TableChange of(
      LoadPlan plan, Optional<StoredTable> there, LoadOptions options, Words words) {
    if (there.isEmpty()) {
      return CREATE;
    }
    StoredTable table = there.get();
    if (!table.enabled()) {
      throw new InvalidValue(
          "--table %s: is disabled, so nobody can tell whether it holds rows. Enable it, or name another."
              .formatted(table.id()));
    }
    if (options.keepsPartitions() || table.splits().equals(plan.splits().keys())) {
      return ALTER;
    }
    if (!table.empty()) {
      throw new LoadRefused(
              "--table %s: holds rows in {%,d partitions}, want an empty table, as %s does not"
                  + " divide one anew. --keep-partitions sets it up as it is split; or load into a"
                  + " table of another name.",
              table.id(), table.splits().size() + 1, words.store())
          .in(words);
    }
    if (!options.recreates()) {
      throw new LoadRefused(
              "--table %s: is empty and has {%,d partitions}, want %,d at other keys. --recreate"
                  + " drops it and makes it anew with its families and attributes (permissions"
                  + " granted on it are lost); --keep-partitions leaves it split as it is.",
              table.id(), table.splits().size() + 1, plan.splits().partitions())
          .in(words);
    }
    return RECREATE;
  }
}
