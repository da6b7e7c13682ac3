package io.proteus.controller.action;

import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import java.time.Instant;

/**
 * An event of one kind with its place in the journal.
 *
 * @param number counts up; a later event has the greater number
 */
public record RecordedEvent<E extends JournalEvent>(long number, Instant at, E event) {
  static <E extends JournalEvent> RecordedEvent<E> of(JournalEntry entry, E event) {
    return new RecordedEvent<>(entry.number(), entry.at(), event);
  }
}
