package io.proteus.app.server;

import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.proteus.controller.approval.NotPossible;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.json.CoreJson;
import io.proteus.core.words.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The routes of all resources, and the clusters that they are about. */
final class Routes {
  private static final String JSON = "application/json";

  /** The path of a cluster. */
  static final String HERE = "/api/v1/clusters/{cluster}";

  /** The attribute of a request that has the words of its cluster's store. */
  private static final String WORDS = "words";

  private final Map<String, ClusterSession> sessions = new LinkedHashMap<>();
  private final List<Route> all = new ArrayList<>();

  Routes(List<ClusterSession> sessions) {
    sessions.forEach(session -> this.sessions.put(session.name(), session));
  }

  /** Answers from what is known of a cluster. */
  interface Look {
    Object at(ClusterSession session, Query query) throws JournalException;
  }

  /** Does what is asked of a cluster; how things stand then is the answer. */
  interface Order {
    void to(ClusterSession session, Context request) throws NotPossible, JournalException;
  }

  /** All of them, but for streams of events. */
  List<Route> all() {
    return List.copyOf(all);
  }

  Collection<ClusterSession> sessions() {
    return sessions.values();
  }

  /** A route that is about no cluster. */
  void get(String path, Role role, Handler handler) {
    all.add(new Route("GET", path, role, handler));
  }

  /**
   * A route below a cluster's, for all who may look.
   *
   * @param parameters that it takes
   */
  void look(String path, List<String> parameters, Look look) {
    get(
        HERE + path,
        Role.VIEWER,
        request -> {
          ClusterSession session = here(request);
          answer(request, look.at(session, Query.of(request, parameters)));
        });
  }

  /**
   * The same about the cluster as it was observed last; the header {@code Age} says how long ago.
   */
  void lookNow(String path, List<String> parameters, Look look) {
    look(
        path,
        parameters,
        (session, query) -> {
          query.answer("Age", session.live().age().map(age -> String.valueOf(age.toSeconds())));
          return look.at(session, query);
        });
  }

  /** A route below a cluster's that changes something. */
  void order(String path, Role role, Order order) {
    all.add(
        new Route(
            "POST",
            HERE + path,
            role,
            request -> {
              ClusterSession session = here(request);
              Query.of(request);
              order.to(session, request);
              session.tellHowThingsStand();
              answer(request, session.controlState());
            }));
  }

  /** The cluster that the path names; the only one where it names none. */
  ClusterSession here(Context request) {
    String name = request.pathParamMap().get("cluster");
    if (name == null && sessions.size() > 1) {
      throw Problem.unwanted(
              "path", request.path(), Api.EVENTS_OF + ", as there are several clusters")
          .refusal();
    }
    ClusterSession session =
        name == null ? sessions.values().iterator().next() : sessions.get(name);
    if (session == null) {
      throw Problem.missing("cluster", String.valueOf(name)).refusal();
    }
    request.attribute(WORDS, session.words());
    return session;
  }

  static void answer(Context request, Object body) {
    Words words = request.attribute(WORDS);
    request.contentType(JSON).result(CoreJson.text(body, words == null ? Words.NEUTRAL : words));
  }
}
