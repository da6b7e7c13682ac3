package io.proteus.app.server;

import io.javalin.http.Context;
import io.proteus.app.server.PlanDocuments.LeadershipState;
import io.proteus.core.strategy.Reason;
import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The daemon itself: its health, its metrics, its description and the clusters that it looks after.
 */
record DaemonResource(Metrics metrics) implements Resource {
  @Override
  public void into(Routes routes) {
    Collection<ClusterSession> sessions = routes.sessions();
    routes.get("/health/live", Role.ANYBODY, request -> health(request, sessions, Health::alive));
    routes.get("/health/ready", Role.ANYBODY, request -> health(request, sessions, Health::ready));
    routes.get(
        "/metrics",
        Role.VIEWER,
        request -> request.contentType(metrics.contentType()).result(metrics.text()));
    routes.get(
        "/api/v1/openapi.json",
        Role.ANYBODY,
        request -> request.contentType("application/json").result(OpenApi.JSON));
    routes.get("/api/v1/me", Role.VIEWER, DaemonResource::me);
    routes.get("/api/v1/clusters", Role.VIEWER, request -> clusters(request, sessions));
  }

  private static void health(
      Context request,
      Collection<ClusterSession> sessions,
      Function<Health, Health.Status> question) {
    Health.Status status =
        Health.together(
            sessions.stream()
                .collect(
                    Collectors.toMap(
                        ClusterSession::name,
                        session -> question.apply(session.health()),
                        (one, other) -> one,
                        LinkedHashMap::new)));
    request.status(status.isUp() ? 200 : 503);
    Routes.answer(request, status);
  }

  private static void me(Context request) {
    Query.of(request);
    Routes.answer(request, Gate.callerOf(request));
  }

  /**
   * A cluster that this daemon looks after.
   *
   * @param role leader or standby
   * @param terms what its store calls things; the API itself speaks of nodes and partitions
   * @param remark what whoever looks at it has to know first; null when there is nothing
   * @param problem why it is not attended to; null when it is
   * @param nodes as it was observed last; null before it was
   * @param dead of these, those that the store lists as dead; null likewise
   * @param stale too old to tell how it does; null likewise
   * @param waits the plan that waits for a person; null when none does
   * @param runs the plan that is carried out; null when none is
   * @param because the first reason of the last verdict; null before there was one
   */
  record ClusterEntry(
      String name,
      String role,
      Terms terms,
      @Nullable String remark,
      @Nullable String problem,
      @Nullable Integer nodes,
      @Nullable Integer dead,
      @Nullable Boolean stale,
      @Nullable String waits,
      @Nullable String runs,
      @Nullable Reason because) {
    static ClusterEntry of(ClusterSession session) {
      Live live = session.live();
      Optional<ClusterDocuments.Cluster> figures = live.seen().map(seen -> session.figures());
      return new ClusterEntry(
          session.name(),
          LeadershipState.of(session.leadership()).role(),
          Terms.of(session.words()),
          session.configuration().extensions().remark().orElse(null),
          session.hindrance(),
          figures.map(ClusterDocuments.Cluster::nodes).orElse(null),
          figures.map(seen -> seen.deadNodes().size()).orElse(null),
          figures.map(ClusterDocuments.Cluster::stale).orElse(null),
          session.waits().orElse(null),
          live.run().map(run -> run.plan().id()).orElse(null),
          live.verdict()
              .flatMap(last -> last.reasons().stream().findFirst())
              .map(reason -> spoken(reason, session.words()))
              .orElse(null));
    }

    /** Each cluster of a list in the words of its own store. */
    private static Reason spoken(Reason reason, Words words) {
      return new Reason(
          reason.code(), Sentence.verbatim(reason.sentence().in(words)), reason.setting());
    }
  }

  private static void clusters(Context request, Collection<ClusterSession> sessions) {
    Query query = Query.of(request, "offset", "limit");
    Routes.answer(
        request, Page.of(List.copyOf(sessions), query.offset(), query.limit(), ClusterEntry::of));
  }
}
