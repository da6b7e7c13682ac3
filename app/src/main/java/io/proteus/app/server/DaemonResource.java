package io.proteus.app.server;

import io.javalin.http.Context;
import io.proteus.app.server.PlanDocuments.LeadershipState;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
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
   */
  record ClusterEntry(
      String name, String role, Terms terms, @Nullable String remark, @Nullable String problem) {
    static ClusterEntry of(ClusterSession session) {
      return new ClusterEntry(
          session.name(),
          LeadershipState.of(session.leadership()).role(),
          Terms.of(session.words()),
          session.configuration().extensions().remark().orElse(null),
          session.hindrance());
    }
  }

  private static void clusters(Context request, Collection<ClusterSession> sessions) {
    Query query = Query.of(request, "offset", "limit");
    Routes.answer(
        request, Page.of(List.copyOf(sessions), query.offset(), query.limit(), ClusterEntry::of));
  }
}
