package io.proteus.app.server;

import io.proteus.app.server.PlanDocuments.ControlState;
import io.proteus.app.server.PlanDocuments.PastPlan;
import io.proteus.app.server.PlanDocuments.PlanLeft;
import io.proteus.app.server.PlanDocuments.PlanWhole;
import io.proteus.app.view.LeftOutParts;
import io.proteus.controller.approval.NotPossible;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.JournalPage;
import io.proteus.core.decision.PlanEdit;
import io.proteus.core.units.InvalidValue;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Plans and proposals of now and of the past. */
record PlanResource() implements Resource {
  private static final List<String> PARTS = List.of("steps", "tables", "nodes", "kinds");
  private static final String ONLINE = "online";
  private static final List<String> ENDS = List.of("plan-ended", "proposal-ended");

  @Override
  public void into(Routes routes) {
    routes.look("/plans", List.of("before", "limit"), PlanResource::plans);
    routes.look(
        "/plans/{plan}",
        List.of("offset", "limit"),
        (session, query) -> whole(session, query.path("plan"), query.offset(), query.limit()));
    routes.look(
        "/plans/{plan}/left",
        Stream.concat(PARTS.stream(), Stream.of(ONLINE)).toList(),
        (session, query) -> left(session, query.path("plan"), query));
  }

  /**
   * Plans of the past.
   *
   * @param next {@code before} of the next page; null at the end
   */
  record Plans(ControlState control, List<PastPlan> past, @Nullable Long next) {}

  private static Plans plans(ClusterSession session, Query query) throws JournalException {
    JournalPage page = query.page(session.reader(), ENDS);
    List<PastPlan> past =
        page.entries().stream().flatMap(entry -> PastPlan.of(entry).stream()).toList();
    return new Plans(session.controlState(), past, Query.next(page));
  }

  /** What an edit of the waiting plan would leave of it; nothing is changed. */
  private static PlanLeft left(ClusterSession session, String plan, Query query) {
    List<List<String>> parts = PARTS.stream().map(query::words).toList();
    try {
      return PlanLeft.of(
          session.edited(
              plan,
              edit(
                  parts.get(0),
                  parts.get(1),
                  parts.get(2),
                  parts.get(3),
                  query.oneOf(ONLINE, List.of("true", "false"), "false").equals("true"))));
    } catch (NotPossible e) {
      throw Problem.of(409, "not possible", String.valueOf(e.getMessage())).refusal();
    }
  }

  /** What is to be left out; refuses what is no part of any plan. */
  static PlanEdit edit(
      List<String> steps,
      List<String> tables,
      List<String> nodes,
      List<String> kinds,
      boolean onlyOnline) {
    PlanEdit edit;
    try {
      edit = LeftOutParts.read(steps, tables, nodes, kinds);
    } catch (InvalidValue e) {
      throw Problem.of(400, "invalid value", String.valueOf(e.getMessage())).refusal();
    }
    if (onlyOnline) {
      edit = edit.andOnlyOnline();
    }
    if (edit.isEmpty()) {
      throw Problem.unwanted("steps", null, "steps, tables, nodes or kinds to leave out, or online")
          .refusal();
    }
    return edit;
  }

  /** A plan with some of its steps; refuses a request for one that there is not. */
  static PlanWhole whole(ClusterSession session, String plan, int offset, int limit)
      throws JournalException {
    return PlanWhole.of(session.reader().ofPlan(plan), offset, limit)
        .orElseThrow(() -> Problem.missing("plan", plan).refusal());
  }
}
