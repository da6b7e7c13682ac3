package io.proteus.controller.journal;

import java.util.List;

/**
 * Some of a journal's entries, the newest first.
 *
 * @param hasMore whether there are older ones
 */
public record JournalPage(List<JournalEntry> entries, boolean hasMore) {
  /**
   * What a page holds of a journal at most, as it is stored. Read, an entry takes about ten times
   * as much, and several pages may be asked for at once.
   */
  static final int MOST_BYTES = 4 << 20;

  public JournalPage {
    entries = List.copyOf(entries);
  }
}
