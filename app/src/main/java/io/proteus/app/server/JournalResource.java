package io.proteus.app.server;

import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.JournalPage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The journal, entry by entry. */
record JournalResource() implements Resource {
  @Override
  public void into(Routes routes) {
    routes.look("/journal", List.of("before", "limit", "kind"), JournalResource::journal);
  }

  /**
   * Entries of the journal, the newest first.
   *
   * @param next {@code before} of the next page; null at the end
   */
  record Entries(List<JournalDocument> entries, @Nullable Long next) {}

  private static Entries journal(ClusterSession session, Query query) throws JournalException {
    JournalPage page = query.page(session.reader(), query.someOf("kind", JournalDocument.KINDS));
    return new Entries(
        page.entries().stream().map(entry -> JournalDocument.of(entry, session.words())).toList(),
        Query.next(page));
  }
}
