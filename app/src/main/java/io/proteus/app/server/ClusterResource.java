package io.proteus.app.server;

import io.proteus.app.server.ClusterDocuments.NodeState;
import io.proteus.app.server.ClusterDocuments.PartitionSum;
import java.util.List;
import java.util.TreeSet;

/** A cluster as it is now. */
record ClusterResource() implements Resource {
  @Override
  public void into(Routes routes) {
    routes.lookNow("", List.of(), (session, query) -> session.figures());
    routes.lookNow(
        "/nodes",
        ClusterPages.NODE_FILTERS,
        (session, query) -> ClusterPages.nodes(session.seen(), query));
    routes.lookNow(
        "/nodes/{node}", List.of(), (session, query) -> node(session.seen(), query.path("node")));
    routes.lookNow(
        "/partitions",
        ClusterPages.PARTITION_FILTERS,
        (session, query) -> ClusterPages.partitions(session.seen(), query));
    routes.lookNow(
        "/partitions/sums",
        List.of("by", "offset", "limit"),
        (session, query) -> sums(session.seen(), query));
    routes.look(
        "/search",
        List.of("q", "limit"),
        (session, query) -> ClusterPages.found(session.seen(), query));
    routes.look(
        "/verdict",
        List.of(),
        (session, query) ->
            session
                .live()
                .verdict()
                .orElseThrow(
                    () ->
                        Problem.of(
                                503,
                                "not yet",
                                "the cluster has not been observed yet; ask again soon.")
                            .refusal()));
    routes.look("/doctor", List.of(), (session, query) -> session.checkup());
    routes.look("/control", List.of(), (session, query) -> session.controlState());
  }

  private static NodeState node(Seen seen, String name) {
    return seen.view().nodes().stream()
        .filter(node -> node.id().value().equals(name))
        .findFirst()
        .map(seen::node)
        .orElseThrow(() -> Problem.missing("node", name).refusal());
  }

  private static Page<PartitionSum> sums(Seen seen, Query query) {
    List<String> keys = List.copyOf(new TreeSet<>(ClusterDocuments.KEYS.keySet()));
    return Page.of(
        seen.sums(query.oneOf("by", keys, "table")), query.offset(), query.limit(), sum -> sum);
  }
}
