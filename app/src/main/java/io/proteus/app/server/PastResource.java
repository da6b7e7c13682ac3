package io.proteus.app.server;

import java.util.List;

/** A cluster as it was. */
record PastResource() implements Resource {
  @Override
  public void into(Routes routes) {
    routes.look(
        "/timeline",
        List.of("from", "to", "limit"),
        (session, query) -> session.past().timeline(query));
    routes.look(
        "/heat",
        List.of("from", "to", "limit", "rows", "table"),
        (session, query) -> session.heat().map(query));
    routes.look(
        "/past/{entry}", List.of(), (session, query) -> session.past().moment(query).state());
    routes.look(
        "/past/{entry}/nodes",
        ClusterPages.NODE_FILTERS,
        (session, query) -> ClusterPages.nodes(session.past().moment(query).seen(), query));
    routes.look(
        "/past/{entry}/partitions",
        ClusterPages.PARTITION_FILTERS,
        (session, query) -> ClusterPages.partitions(session.past().moment(query).seen(), query));
  }
}
