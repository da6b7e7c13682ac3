package io.proteus.app.bulkload;

import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.LoadFinished;
import io.proteus.controller.journal.JournalEvent.LoadPrepared;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.TableId;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The loads that the journal knows as prepared and not finished. */
record PreparedLoads(Journal journal) {
  private static final List<String> KINDS = List.of("load-prepared", "load-finished");

  /** Far more than there are loads in what a journal keeps. */
  private static final int MOST = 10_000;

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

  /** One that has divided the servers' heaps for itself; empty when none has. */
  Optional<Unfinished> dividingHeaps() throws JournalException {
    Set<TableId> looked = new HashSet<>();
    for (JournalEntry entry : journal.before(Long.MAX_VALUE, MOST, KINDS)) {
      TableId table =
          entry.event() instanceof LoadPrepared prepared
              ? prepared.table()
              : ((LoadFinished) entry.event()).table();
      if (looked.add(table)
          && entry.event() instanceof LoadPrepared load
          && !load.memory().isEmpty()) {
        return Optional.of(new Unfinished(entry.at(), load));
      }
    }
    return Optional.empty();
  }
}
