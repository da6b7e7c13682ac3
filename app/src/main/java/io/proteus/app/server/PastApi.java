package io.proteus.app.server;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.proteus.app.server.Api.Route;
import io.proteus.app.view.Appraisal;
import io.proteus.controller.action.Actions;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.journal.Trace;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What can be asked of the past. All of it is read from the journal, a bounded part at a time. */
final class PastApi {
  /** More than a chart has room for, and little enough to be read at once. */
  private static final int MOST_POINTS = 500;

  private static final int USUAL_POINTS = 300;

  /** A slider goes to and fro; each holds up to 2,000 partitions. */
  private static final int KEPT = 8;

  private static final List<String> OBSERVED = List.of("observed");
  private static final List<String> SURVEYED = List.of("surveyed");
  private static final List<String> DECIDED = List.of("decided");
  private static final List<String> BEGUN = List.of("planned", "proposed");

  private final String cluster;
  private final SqliteJournal journal;
  private final Appraisal appraisal;
  private final Map<Long, Moment> kept = new LinkedHashMap<>(KEPT, 0.75f, true);

  /**
   * @param journal a reader of its own
   */
  PastApi(String cluster, SqliteJournal journal, Appraisal appraisal) {
    this.cluster = cluster;
    this.journal = journal;
    this.appraisal = appraisal;
  }

  /**
   * The routes of all clusters.
   *
   * @param here the path of a cluster
   * @param asked whose past is asked for; refuses requests for unknown clusters
   */
  static List<Route> routes(String here, Function<Context, PastApi> asked) {
    String moment = here + "/past/{entry}";
    return List.of(
        get(here + "/timeline", request -> asked.apply(request).timeline(request)),
        get(moment, request -> asked.apply(request).moment(request)),
        get(moment + "/nodes", request -> asked.apply(request).nodes(request)),
        get(moment + "/partitions", request -> asked.apply(request).partitions(request)));
  }

  private static Route get(String path, Handler handler) {
    return Route.get(path, Role.VIEWER, handler);
  }

  private void timeline(Context request) throws JournalException {
    Query query = Query.of(request, "from", "to", "limit");
    Instant from = query.moment("from", Query.EARLIEST);
    Instant to = query.moment("to", Query.LATEST);
    if (from.isAfter(to)) {
      throw Problem.unwanted("from", from.toString(), "a moment that is not after 'to', " + to)
          .refusal();
    }
    int most = (int) query.number("limit", 1, MOST_POINTS, USUAL_POINTS);
    Trace trace = journal.trace(from, to, most);
    Api.answer(request, trace);
  }

  private void moment(Context request) throws JournalException {
    Query.of(request);
    Api.answer(request, momentOf(request).state());
  }

  private void nodes(Context request) throws JournalException {
    Query query = Query.of(request, ClusterPages.NODE_FILTERS);
    Api.answer(request, ClusterPages.nodes(momentOf(request).seen(), query));
  }

  private void partitions(Context request) throws JournalException {
    Query query = Query.of(request, ClusterPages.PARTITION_FILTERS);
    Api.answer(request, ClusterPages.partitions(momentOf(request).seen(), query));
  }

  private Moment momentOf(Context request) throws JournalException {
    String given = request.pathParam("entry");
    long entry;
    try {
      entry = Long.parseLong(given);
    } catch (NumberFormatException e) {
      throw Problem.unwanted("entry", given, "the number of an entry of the journal").refusal();
    }
    if (entry < 1 || entry == Long.MAX_VALUE) {
      throw Problem.missing("entry", given).refusal();
    }
    return momentOf(entry);
  }

  /** At the last observation that is not after an entry. */
  private Moment momentOf(long entry) throws JournalException {
    JournalEntry observed = newest(entry + 1, OBSERVED);
    if (observed == null) {
      throw Problem.missing("entry", Long.toString(entry)).refusal();
    }
    synchronized (kept) {
      Moment known = kept.get(observed.number());
      if (known != null) {
        return known;
      }
    }
    List<JournalEntry> later = journal.after(observed.number(), 1, OBSERVED);
    long end = later.isEmpty() ? Long.MAX_VALUE : later.get(0).number();
    JournalEntry decided = newest(end, DECIDED);
    Moment moment =
        Moment.of(
            cluster,
            appraisal,
            new Moment.Entries(
                observed,
                newest(end, SURVEYED),
                decided == null || decided.number() < observed.number() ? null : decided,
                planOf(observed.number(), end)));
    if (!later.isEmpty()) { // else its decision may be still to come
      keep(observed.number(), moment);
    }
    return moment;
  }

  /**
   * What waited or ran at any time from an observation to the next: while a plan runs nothing is
   * observed, so that its begin and its end may both lie between the two.
   */
  private @Nullable JournalEntry planOf(long observed, long end) throws JournalException {
    JournalEntry last = newest(end, BEGUN);
    if (last == null) {
      return null;
    }
    List<JournalEntry> life =
        journal.ofPlan(last.event().planId().orElseThrow()).stream()
            .filter(entry -> entry.number() < end)
            .toList();
    Actions actions = Actions.of(life);
    return Stream.concat(actions.begun().stream(), actions.proposals().stream())
            .anyMatch(action -> action.wasUnderWayAfter(observed))
        ? last
        : null;
  }

  private @Nullable JournalEntry newest(long before, List<String> kinds) throws JournalException {
    List<JournalEntry> found = journal.before(before, 1, kinds);
    return found.isEmpty() ? null : found.get(0);
  }

  private void keep(long number, Moment moment) {
    synchronized (kept) {
      kept.put(number, moment);
      if (kept.size() > KEPT) {
        kept.remove(kept.keySet().iterator().next());
      }
    }
  }
}
