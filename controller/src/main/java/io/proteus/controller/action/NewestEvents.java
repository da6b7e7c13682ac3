package io.proteus.controller.action;

import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The newest event of each kind. */
record NewestEvents(Map<Class<?>, JournalEntry> byKind) {
  static final NewestEvents NONE = new NewestEvents(Map.of());

  NewestEvents {
    byKind = Map.copyOf(byKind);
  }

  NewestEvents with(JournalEntry entry) {
    Map<Class<?>, JournalEntry> more = new HashMap<>(byKind);
    more.put(entry.event().getClass(), entry);
    return new NewestEvents(more);
  }

  NewestEvents without(Class<? extends JournalEvent> kind) {
    Map<Class<?>, JournalEntry> less = new HashMap<>(byKind);
    less.remove(kind);
    return new NewestEvents(less);
  }

  /** The newest of a kind; null when there was none. */
  <E extends JournalEvent> @Nullable RecordedEvent<E> of(Class<E> kind) {
    JournalEntry entry = byKind.get(kind);
    return entry == null ? null : RecordedEvent.of(entry, kind.cast(entry.event()));
  }
}
