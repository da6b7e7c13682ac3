package io.proteus.app.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.sse.SseClient;
import io.proteus.app.server.PlanDocuments.ControlState;
import io.proteus.app.server.PlanDocuments.LeadershipState;
import io.proteus.app.server.PlanDocuments.PastPlan;
import io.proteus.app.server.PlanDocuments.PlanWhole;
import io.proteus.app.view.NodeRow;
import io.proteus.controller.accuracy.AccuracyDocument;
import io.proteus.controller.approval.Approvals;
import io.proteus.controller.approval.NotPossible;
import io.proteus.controller.approval.OperatorRequest;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.json.CoreJson;
import io.proteus.core.units.OneLine;
import io.proteus.core.words.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Every route and what it answers. */
final class Api {
  private static final String HERE = "/api/v1/clusters/{cluster}";
  private static final String JSON = "application/json";

  /** The attribute of a request that has the words of its cluster's store. */
  private static final String WORDS = "words";

  private final Map<String, ClusterSession> sessions = new LinkedHashMap<>();
  private final Metrics metrics;

  /** Answers for these clusters. */
  Api(List<ClusterSession> sessions, Metrics metrics) {
    sessions.forEach(session -> this.sessions.put(session.name(), session));
    this.metrics = metrics;
  }

  /** Something that can be asked for. */
  record Route(String method, String path, Role role, Handler handler) {
    static Route get(String path, Role role, Handler handler) {
      return new Route("GET", path, role, handler);
    }

    static Route post(String path, Role role, Handler handler) {
      return new Route("POST", path, role, handler);
    }
  }

  /** All but the streams of events, which are {@link #EVENTS} and {@link #EVENTS_OF}. */
  List<Route> routes() {
    List<Route> routes = new ArrayList<>(ofNow());
    routes.addAll(PastApi.routes(HERE, request -> here(request).past()));
    return routes;
  }

  private List<Route> ofNow() {
    return List.of(
        Route.get("/health/live", Role.ANYBODY, request -> health(request, Health::alive)),
        Route.get("/health/ready", Role.ANYBODY, request -> health(request, Health::ready)),
        Route.get("/metrics", Role.VIEWER, this::metrics),
        Route.get("/api/v1/openapi.json", Role.ANYBODY, this::description),
        Route.get("/api/v1/me", Role.VIEWER, this::me),
        Route.get("/api/v1/clusters", Role.VIEWER, this::clusters),
        Route.get(HERE, Role.VIEWER, this::state),
        Route.get(HERE + "/nodes", Role.VIEWER, this::nodes),
        Route.get(HERE + "/nodes/{node}", Role.VIEWER, this::node),
        Route.get(HERE + "/partitions", Role.VIEWER, this::partitions),
        Route.get(HERE + "/partitions/sums", Role.VIEWER, this::sums),
        Route.get(HERE + "/verdict", Role.VIEWER, this::verdict),
        Route.get(HERE + "/control", Role.VIEWER, this::control),
        Route.get(HERE + "/plans", Role.VIEWER, this::plans),
        Route.get(HERE + "/plans/{plan}", Role.VIEWER, this::plan),
        Route.get(HERE + "/journal", Role.VIEWER, this::journal),
        Route.get(HERE + "/accuracy", Role.VIEWER, this::accuracy),
        Route.post(
            HERE + "/plans/{plan}/approve",
            Role.OPERATOR,
            request -> asked(request, Approvals::approve)),
        Route.post(
            HERE + "/plans/{plan}/reject",
            Role.OPERATOR,
            request -> asked(request, Approvals::reject)),
        Route.post(
            HERE + "/plans/{plan}/stop", Role.OPERATOR, request -> asked(request, Approvals::stop)),
        Route.post(HERE + "/plans/{plan}/put-back", Role.OPERATOR, this::putBack),
        Route.post(
            HERE + "/pause",
            Role.OPERATOR,
            request -> asked(request, (session, plan, asked) -> session.pause(asked))),
        Route.post(
            HERE + "/resume",
            Role.OPERATOR,
            request -> asked(request, (session, plan, asked) -> session.resume(asked))),
        Route.post(HERE + "/mode", Role.ADMINISTRATOR, this::mode));
  }

  /** Of the only cluster. */
  static final String EVENTS = "/api/v1/events";

  static final String EVENTS_OF = HERE + "/events";

  // what can be looked at

  private void health(Context request, Function<Health, Health.Status> question) {
    Health.Status status =
        Health.together(
            sessions.values().stream()
                .collect(
                    Collectors.toMap(
                        ClusterSession::name,
                        session -> question.apply(session.health()),
                        (one, other) -> one,
                        LinkedHashMap::new)));
    request.status(status.isUp() ? 200 : 503);
    answer(request, status);
  }

  private void metrics(Context request) {
    request.contentType(metrics.contentType()).result(metrics.text());
  }

  private void description(Context request) {
    request.contentType(JSON).result(OpenApi.JSON);
  }

  private void me(Context request) {
    Query.of(request);
    answer(request, Gate.callerOf(request));
  }

  /**
   * A cluster that this daemon looks after.
   *
   * @param role leader or standby
   * @param terms what its store calls things; the API itself speaks of nodes and partitions
   * @param problem why it is not attended to; null when it is
   */
  record ClusterEntry(String name, String role, Terms terms, @Nullable String problem) {
    static ClusterEntry of(ClusterSession session) {
      return new ClusterEntry(
          session.name(),
          LeadershipState.of(session.leadership()).role(),
          Terms.of(session.words()),
          session.hindrance());
    }
  }

  private void clusters(Context request) {
    Query query = Query.of(request, "offset", "limit");
    answer(
        request,
        Page.of(List.copyOf(sessions.values()), query.offset(), query.limit(), ClusterEntry::of));
  }

  private void state(Context request) {
    ClusterSession session = here(request);
    Query.of(request);
    answer(request, session.seen().figures());
  }

  private void nodes(Context request) {
    ClusterSession session = here(request);
    Query query = Query.of(request, ClusterPages.NODE_FILTERS);
    answer(request, ClusterPages.nodes(session.seen(), query));
  }

  private void node(Context request) {
    ClusterSession session = here(request);
    Query.of(request);
    String name = request.pathParam("node");
    Seen seen = session.seen();
    NodeRow row =
        seen.view().nodes().stream()
            .filter(node -> node.id().value().equals(name))
            .findFirst()
            .orElseThrow(() -> unknown("node", name));
    answer(request, seen.node(row));
  }

  private void partitions(Context request) {
    ClusterSession session = here(request);
    Query query = Query.of(request, ClusterPages.PARTITION_FILTERS);
    answer(request, ClusterPages.partitions(session.seen(), query));
  }

  private void sums(Context request) {
    ClusterSession session = here(request);
    Query query = Query.of(request, "by", "offset", "limit");
    List<String> keys = List.copyOf(new TreeSet<>(ClusterDocuments.KEYS.keySet()));
    answer(
        request,
        Page.of(
            session.seen().sums(query.oneOf("by", keys, "table")),
            query.offset(),
            query.limit(),
            sum -> sum));
  }

  private void verdict(Context request) {
    ClusterSession session = here(request);
    Query.of(request);
    answer(request, session.live().verdict().orElseThrow(Api::notYet));
  }

  private void control(Context request) {
    ClusterSession session = here(request);
    Query.of(request);
    answer(request, session.controlState());
  }

  /**
   * Plans of the past.
   *
   * @param next {@code before} of the next page; null at the end
   */
  record Plans(ControlState control, List<PastPlan> past, @Nullable Long next) {}

  private void plans(Context request) throws JournalException {
    ClusterSession session = here(request);
    Query query = Query.of(request, "before", "limit");
    List<JournalEntry> entries = entries(session, query, List.of("plan-ended", "proposal-ended"));
    List<PastPlan> past = entries.stream().flatMap(entry -> PastPlan.of(entry).stream()).toList();
    answer(request, new Plans(session.controlState(), past, next(entries, query)));
  }

  private void plan(Context request) throws JournalException {
    ClusterSession session = here(request);
    Query query = Query.of(request, "offset", "limit");
    String id = request.pathParam("plan");
    answer(
        request,
        PlanWhole.of(session.reader().ofPlan(id), query.offset(), query.limit())
            .orElseThrow(() -> unknown("plan", id)));
  }

  /**
   * Entries of the journal, the newest first.
   *
   * @param next {@code before} of the next page; null at the end
   */
  record Entries(List<JournalDocument> entries, @Nullable Long next) {}

  private void journal(Context request) throws JournalException {
    ClusterSession session = here(request);
    Query query = Query.of(request, "before", "limit", "kind");
    List<JournalEntry> entries =
        entries(session, query, query.someOf("kind", JournalDocument.KINDS));
    answer(
        request,
        new Entries(
            entries.stream().map(entry -> JournalDocument.of(entry, session.words())).toList(),
            next(entries, query)));
  }

  private void accuracy(Context request) throws JournalException {
    ClusterSession session = here(request);
    Query query = Query.of(request, "limit");
    answer(
        request,
        AccuracyDocument.of(
            session.name(),
            session.reader().before(Long.MAX_VALUE, query.limit(), List.of("achieved"))));
  }

  private static List<JournalEntry> entries(ClusterSession session, Query query, List<String> kinds)
      throws JournalException {
    return session
        .reader()
        .before(query.number("before", 1, Long.MAX_VALUE, Long.MAX_VALUE), query.limit(), kinds);
  }

  private static @Nullable Long next(List<JournalEntry> entries, Query query) {
    return entries.size() < query.limit()
        ? null
        : Long.valueOf(entries.get(entries.size() - 1).number());
  }

  /**
   * A stream begins with how things stand now.
   *
   * @param stillMay whether its caller may go on listening
   */
  void listen(SseClient client, BooleanSupplier stillMay) {
    ClusterSession session = here(client.ctx());
    session.events().listen(client, stillMay, "control", session.controlState());
  }

  /** Before a stream begins, as it cannot be refused later. */
  void refuseWithoutRoom(Context request) {
    if (!here(request).events().hasRoom()) {
      throw Problem.of(503, "no room", "as many listen as may [server.listeners]; ask again later.")
          .refusal();
    }
  }

  /** Ends all streams. */
  void endStreams() {
    sessions.values().forEach(session -> session.events().close());
  }

  // what can be asked for

  /** What an operator wants of a plan, or of Proteus. */
  private interface Wish {
    void of(Approvals session, String plan, OperatorRequest asked)
        throws NotPossible, JournalException;
  }

  /** The body of a wish. */
  record Because(@Nullable String reason) {}

  private void asked(Context request, Wish wish) throws NotPossible, JournalException {
    ClusterSession session = here(request);
    Query.of(request);
    Because because = body(request, Because.class);
    String plan = request.pathParamMap().getOrDefault("plan", "");
    OperatorRequest asked = asked(request, because.reason());
    session.requireLead();
    wish.of(session.approvals(), plan, asked);
    changed(request, session);
  }

  private void putBack(Context request) throws NotPossible, JournalException {
    ClusterSession session = here(request);
    asked(
        request,
        (approvals, plan, asked) -> {
          if (PlanWhole.of(session.reader().ofPlan(plan), 0, 1).isEmpty()) {
            throw unknown("plan", plan);
          }
          approvals.putBack(plan, asked);
        });
  }

  /** The body of a change of mode. */
  record ModeWanted(@Nullable String mode, @Nullable String reason) {}

  private void mode(Context request) throws NotPossible, JournalException {
    ClusterSession session = here(request);
    Query.of(request);
    ModeWanted wanted = body(request, ModeWanted.class);
    String word = wanted.mode();
    ApprovalMode mode =
        ApprovalMode.of(word == null ? "" : word)
            .orElseThrow(
                () ->
                    Problem.unwanted(
                            "mode", word, "one of " + String.join(", ", ApprovalMode.words()))
                        .refusal());
    OperatorRequest asked = asked(request, wanted.reason());
    session.requireLead();
    session.approvals().mode(mode, asked);
    changed(request, session);
  }

  private static void changed(Context request, ClusterSession session) {
    session.tellHowThingsStand();
    answer(request, session.controlState());
  }

  private static OperatorRequest asked(Context request, @Nullable String reason) {
    String why = reason == null ? "" : OneLine.of(reason).strip();
    if (why.isEmpty() || why.length() > OperatorRequest.LONGEST_REASON) {
      throw Problem.unwanted(
              "reason",
              reason,
              "1 to %d characters that say why".formatted(OperatorRequest.LONGEST_REASON))
          .refusal();
    }
    return new OperatorRequest(Gate.callerOf(request).name(), why);
  }

  private static <T> T body(Context request, Class<T> type) {
    try {
      T body = CoreJson.mapper().readValue(request.body(), type);
      if (body != null) {
        return body;
      }
    } catch (JsonProcessingException e) {
      throw Problem.unwanted("body", null, "a JSON object: " + e.getOriginalMessage()).refusal();
    }
    throw Problem.unwanted("body", "null", "a JSON object").refusal();
  }

  // what all of them need

  /** The cluster that the path names; the only one where it names none. */
  private ClusterSession here(Context request) {
    String name = request.pathParamMap().get("cluster");
    if (name == null && sessions.size() == 1) {
      return spokenOf(request, sessions.values().iterator().next());
    }
    if (name == null) {
      throw Problem.unwanted("path", request.path(), EVENTS_OF + ", as there are several clusters")
          .refusal();
    }
    ClusterSession session = sessions.get(name);
    if (session == null) {
      throw unknown("cluster", name);
    }
    return spokenOf(request, session);
  }

  private static ClusterSession spokenOf(Context request, ClusterSession session) {
    request.attribute(WORDS, session.words());
    return session;
  }

  private static Problem.Refusal notYet() {
    return Problem.of(503, "not yet", "the cluster has not been observed yet; ask again soon.")
        .refusal();
  }

  private static Problem.Refusal unknown(String what, String name) {
    return Problem.missing(what, name).refusal();
  }

  static void answer(Context request, Object body) {
    Words words = request.attribute(WORDS);
    request.contentType(JSON).result(CoreJson.text(body, words == null ? Words.NEUTRAL : words));
  }
}
