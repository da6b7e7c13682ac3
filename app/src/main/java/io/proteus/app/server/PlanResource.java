package io.proteus.app.server;

import io.proteus.app.server.PlanDocuments.ControlState;
import io.proteus.app.server.PlanDocuments.PastPlan;
import io.proteus.app.server.PlanDocuments.PlanWhole;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plans and proposals of now and of the past. */
record PlanResource() implements Resource {
  private static final List<String> ENDS = List.of("plan-ended", "proposal-ended");

  @Override
  public void into(Routes routes) {
    routes.look("/plans", List.of("before", "limit"), PlanResource::plans);
    routes.look(
        "/plans/{plan}",
        List.of("offset", "limit"),
        (session, query) -> whole(session, query.path("plan"), query.offset(), query.limit()));
  }

  /**
   * Plans of the past.
   *
   * @param next {@code before} of the next page; null at the end
   */
  record Plans(ControlState control, List<PastPlan> past, @Nullable Long next) {}

  private static Plans plans(ClusterSession session, Query query) throws JournalException {
    List<JournalEntry> entries = query.entries(session.reader(), ENDS);
    List<PastPlan> past = entries.stream().flatMap(entry -> PastPlan.of(entry).stream()).toList();
    return new Plans(session.controlState(), past, query.next(entries));
  }

  /** A plan with some of its steps; refuses a request for one that there is not. */
  static PlanWhole whole(ClusterSession session, String plan, int offset, int limit)
      throws JournalException {
    return PlanWhole.of(session.reader().ofPlan(plan), offset, limit)
        .orElseThrow(() -> Problem.missing("plan", plan).refusal());
  }
}
