package io.proteus.app.server;

import java.util.List;

/** How good predictions were. */
record AccuracyResource() implements Resource {
  @Override
  public void into(Routes routes) {
    routes.look("/accuracy", List.of("limit"), (session, query) -> session.accuracy(query.limit()));
  }
}
