package io.proteus.app.server;

import io.javalin.http.Context;
import io.javalin.http.sse.SseClient;
import java.util.List;
import java.util.function.BooleanSupplier;

/** What can be asked for: the resources and the streams of events. */
final class Api {
  /** Of the only cluster. */
  static final String EVENTS = "/api/v1/events";

  static final String EVENTS_OF = Routes.HERE + "/events";

  private final Routes routes;

  /** Answers for these clusters. */
  Api(List<ClusterSession> sessions, Metrics metrics) {
    routes = new Routes(sessions);
    List.of(
            new DaemonResource(metrics),
            new ClusterResource(),
            new PlanResource(),
            new JournalResource(),
            new AccuracyResource(),
            new PastResource(),
            new OrderResource(),
            new DraftResource())
        .forEach(resource -> resource.into(routes));
  }

  /** All but the streams of events, which are {@link #EVENTS} and {@link #EVENTS_OF}. */
  List<Route> routes() {
    return routes.all();
  }

  /**
   * A stream begins with how things stand now.
   *
   * @param stillMay whether its caller may go on listening
   */
  void listen(SseClient client, BooleanSupplier stillMay) {
    ClusterSession session = routes.here(client.ctx());
    session
        .events()
        .listen(client, isKnown(client.ctx()), stillMay, "control", session.controlState());
  }

  /** Before a stream begins, as it cannot be refused later. */
  void refuseWithoutRoom(Context request) {
    boolean known = isKnown(request);
    if (!routes.here(request).events().hasRoom(known)) {
      throw Problem.of(
              503,
              "no room",
              known
                  ? "as many listen as may [server.listeners]; ask again later."
                  : "as many listen without a token as may, which is a quarter of server.listeners;"
                      + " ask again later, or with a token.")
          .refusal();
    }
  }

  private static boolean isKnown(Context request) {
    return !Gate.callerOf(request).equals(Caller.LOCAL);
  }

  /** Ends all streams. */
  void endStreams() {
    routes.sessions().forEach(session -> session.events().close());
  }
}
