package io.proteus.app.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.sse.SseClient;
import io.proteus.app.rendering.NodeRow;
import io.proteus.app.server.PlanDocuments.ControlState;
import io.proteus.app.server.PlanDocuments.PastPlan;
import io.proteus.app.server.PlanDocuments.PlanWhole;
import io.proteus.controller.approval.Approvals;
import io.proteus.controller.approval.Asked;
import io.proteus.controller.approval.NotPossible;
import io.proteus.controller.configuration.ApprovalMode;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.json.CoreJson;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Every route and what it answers. */
final class Api {
  private static final String HERE = "/api/v1/clusters/{cluster}";
  private static final String JSON = "application/json";

  private final String cluster;
  private final Live live;
  private final Approvals approvals;
  private final Journal journal;
  private final Events events;
  private final Metrics metrics;
  private final Health health;
  private final PastApi past;

  /**
   * @param journal a reader of its own, so that requests never keep the loop from writing
   */
  Api(
      String cluster,
      Live live,
      Approvals approvals,
      Journal journal,
      Events events,
      Metrics metrics,
      Health health,
      PastApi past) {
    this.cluster = cluster;
    this.live = live;
    this.approvals = approvals;
    this.journal = journal;
    this.events = events;
    this.metrics = metrics;
    this.health = health;
    this.past = past;
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

  /** All but the stream of events, which is {@link #EVENTS}. */
  List<Route> routes() {
    List<Route> routes = new ArrayList<>(ofNow());
    routes.addAll(past.routes(HERE, this::here));
    return routes;
  }

  private List<Route> ofNow() {
    return List.of(
        Route.get("/health/live", Role.ANYBODY, request -> health(request, health.alive())),
        Route.get("/health/ready", Role.ANYBODY, request -> health(request, health.ready())),
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
        Route.post(
            HERE + "/plans/{plan}/approve",
            Role.OPERATOR,
            request -> asked(request, approvals::approve)),
        Route.post(
            HERE + "/plans/{plan}/reject",
            Role.OPERATOR,
            request -> asked(request, approvals::reject)),
        Route.post(
            HERE + "/plans/{plan}/stop", Role.OPERATOR, request -> asked(request, approvals::stop)),
        Route.post(
            HERE + "/pause",
            Role.OPERATOR,
            request -> asked(request, (plan, asked) -> approvals.pause(asked))),
        Route.post(
            HERE + "/resume",
            Role.OPERATOR,
            request -> asked(request, (plan, asked) -> approvals.resume(asked))),
        Route.post(HERE + "/mode", Role.ADMINISTRATOR, this::mode));
  }

  static final String EVENTS = "/api/v1/events";

  // what can be looked at

  private static void health(Context request, Health.Status status) {
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

  /** A cluster that this daemon looks after. */
  record ClusterName(String name) {}

  private void clusters(Context request) {
    Query.of(request);
    answer(request, Page.of(List.of(cluster), 0, 1, ClusterName::new));
  }

  private void state(Context request) {
    here(request);
    Query.of(request);
    answer(request, seen().figures());
  }

  private void nodes(Context request) {
    here(request);
    Query query = Query.of(request, ClusterPages.NODE_FILTERS);
    answer(request, ClusterPages.nodes(seen(), query));
  }

  private void node(Context request) {
    here(request);
    Query.of(request);
    String name = request.pathParam("node");
    Seen seen = seen();
    NodeRow row =
        seen.view().nodes().stream()
            .filter(node -> node.id().value().equals(name))
            .findFirst()
            .orElseThrow(() -> unknown("node", name));
    answer(request, seen.node(row));
  }

  private void partitions(Context request) {
    here(request);
    Query query = Query.of(request, ClusterPages.PARTITION_FILTERS);
    answer(request, ClusterPages.partitions(seen(), query));
  }

  private void sums(Context request) {
    here(request);
    Query query = Query.of(request, "by", "offset", "limit");
    List<String> keys = List.copyOf(new TreeSet<>(ClusterDocuments.KEYS.keySet()));
    answer(
        request,
        Page.of(
            seen().sums(query.oneOf("by", keys, "table")),
            query.offset(),
            query.limit(),
            sum -> sum));
  }

  private void verdict(Context request) {
    here(request);
    Query.of(request);
    answer(request, live.verdict().orElseThrow(Api::notYet));
  }

  private void control(Context request) {
    here(request);
    Query.of(request);
    answer(request, controlState());
  }

  private ControlState controlState() {
    return ControlState.of(approvals.standing(), live.run().orElse(null));
  }

  /**
   * Plans of the past.
   *
   * @param next {@code before} of the next page; null at the end
   */
  record Plans(ControlState control, List<PastPlan> past, @Nullable Long next) {}

  private void plans(Context request) throws JournalException {
    here(request);
    Query query = Query.of(request, "before", "limit");
    List<JournalEntry> entries = entries(query, List.of("plan-ended", "proposal-ended"));
    List<PastPlan> past = entries.stream().flatMap(entry -> PastPlan.of(entry).stream()).toList();
    answer(request, new Plans(controlState(), past, next(entries, query)));
  }

  private void plan(Context request) throws JournalException {
    here(request);
    Query query = Query.of(request, "offset", "limit");
    String id = request.pathParam("plan");
    answer(
        request,
        PlanWhole.of(journal.ofPlan(id), query.offset(), query.limit())
            .orElseThrow(() -> unknown("plan", id)));
  }

  /**
   * Entries of the journal, the newest first.
   *
   * @param next {@code before} of the next page; null at the end
   */
  record Entries(List<JournalDocument> entries, @Nullable Long next) {}

  private void journal(Context request) throws JournalException {
    here(request);
    Query query = Query.of(request, "before", "limit", "kind");
    List<JournalEntry> entries = entries(query, query.someOf("kind", JournalDocument.KINDS));
    answer(
        request,
        new Entries(entries.stream().map(JournalDocument::of).toList(), next(entries, query)));
  }

  private List<JournalEntry> entries(Query query, List<String> kinds) throws JournalException {
    return journal.before(
        query.number("before", 1, Long.MAX_VALUE, Long.MAX_VALUE), query.limit(), kinds);
  }

  private static @Nullable Long next(List<JournalEntry> entries, Query query) {
    return entries.size() < query.limit()
        ? null
        : Long.valueOf(entries.get(entries.size() - 1).number());
  }

  /** A stream begins with how things stand now. */
  void listen(SseClient client) {
    events.listen(client, "control", controlState());
  }

  // what can be asked for

  /** What an operator wants of a plan, or of Proteus. */
  private interface Wish {
    void of(String plan, Asked asked) throws NotPossible, JournalException;
  }

  /** The body of a wish. */
  record Because(@Nullable String reason) {}

  private void asked(Context request, Wish wish) throws NotPossible, JournalException {
    here(request);
    Query.of(request);
    Because because = body(request, Because.class);
    String plan = request.pathParamMap().getOrDefault("plan", "");
    wish.of(plan, asked(request, because.reason()));
    changed(request);
  }

  /** The body of a change of mode. */
  record ModeWanted(@Nullable String mode, @Nullable String reason) {}

  private void mode(Context request) throws NotPossible, JournalException {
    here(request);
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
    approvals.mode(mode, asked(request, wanted.reason()));
    changed(request);
  }

  private void changed(Context request) {
    tellHowThingsStand();
    answer(request, controlState());
  }

  /** Tells all who listen. */
  void tellHowThingsStand() {
    events.publish("control", controlState());
  }

  private static Asked asked(Context request, @Nullable String reason) {
    String why = reason == null ? "" : reason.strip();
    if (why.isEmpty() || why.length() > Asked.LONGEST_REASON) {
      throw Problem.unwanted(
              "reason", reason, "1 to %d characters that say why".formatted(Asked.LONGEST_REASON))
          .refusal();
    }
    return new Asked(Gate.callerOf(request).name(), why);
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

  private void here(Context request) {
    String name = request.pathParam("cluster");
    if (!name.equals(cluster)) {
      throw unknown("cluster", name);
    }
  }

  private Seen seen() {
    return live.seen().orElseThrow(Api::notYet);
  }

  private static Problem.Refusal notYet() {
    return Problem.of(503, "not yet", "the cluster has not been observed yet; ask again soon.")
        .refusal();
  }

  private static Problem.Refusal unknown(String what, String name) {
    return Problem.missing(what, name).refusal();
  }

  static void answer(Context request, Object body) {
    request.contentType(JSON).result(CoreJson.text(body));
  }
}
