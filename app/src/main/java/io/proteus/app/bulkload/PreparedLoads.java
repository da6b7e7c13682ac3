package io.proteus.app.bulkload;

import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.LoadFinished;
import io.proteus.controller.journal.JournalEvent.LoadPrepared;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.TableId;
import java.time.Instant;
import java.util.Optional;

/** The loads that the journal knows as prepared and not finished. */
record PreparedLoads(Journal journal) {

  /**
   * A load that has not ended.
   *
   * @param at when it was prepared
   */
  record Unfinished(Instant at, LoadPrepared load) {}

  /** A table's; empty when there is none. */
  Optional<Unfinished> of(TableId table) throws JournalException {
    Unfinished open = null;
    for (JournalEntry entry : journal.ofPlan(LoadPrepared.load(table))) {
      if (entry.event() instanceof LoadPrepared load) {
        open = new Unfinished(entry.at(), load);
      } else if (entry.event() instanceof LoadFinished) {
        open = null;
      }
    }
    return Optional.ofNullable(open);
  }
}
