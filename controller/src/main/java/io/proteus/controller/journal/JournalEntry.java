package io.proteus.controller.journal;

import java.time.Instant;

/**
 * An event with its place in the journal.
 *
 * @param number counts up; what is later has the greater number
 */
public record JournalEntry(long number, Instant at, JournalEvent event) {}
