package io.proteus.app.server;

import io.proteus.app.server.ClusterDocuments.NodeState;
import io.proteus.app.server.ClusterDocuments.PartitionState;
import io.proteus.app.view.NodeRow;
import io.proteus.app.view.PartitionRow;
import io.proteus.app.view.Remark;
import io.proteus.core.workload.AccessClass;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** The part of a cluster's nodes or partitions that a request asks for, of now or of the past. */
final class ClusterPages {
  static final String REMARK = "remark";
  private static final String CLASS = "class";
  static final List<String> NODE_FILTERS = List.of("offset", "limit", REMARK);
  static final List<String> PARTITION_FILTERS =
      List.of("offset", "limit", "node", "table", CLASS, REMARK);

  private static final List<String> REMARKS =
      Arrays.stream(Remark.values()).map(Remark::toString).toList();

  private static final List<String> CLASSES =
      Arrays.stream(AccessClass.values()).map(AccessClass::toString).toList();

  private ClusterPages() {}

  static Page<NodeState> nodes(Seen seen, Query query) {
    List<NodeRow> rows = seen.view().nodes();
    if (query.text(REMARK).isPresent()) {
      String remark = query.oneOf(REMARK, REMARKS, "");
      rows = rows.stream().filter(row -> says(row.remarks(), remark)).toList();
    }
    return Page.of(rows, query.offset(), query.limit(), seen::node);
  }

  static Page<PartitionState> partitions(Seen seen, Query query) {
    Predicate<PartitionRow> wanted = row -> true;
    if (query.text(CLASS).isPresent()) {
      query.oneOf(CLASS, CLASSES, "");
    }
    for (String key : List.of("node", "table", CLASS)) {
      var keyOf = Objects.requireNonNull(ClusterDocuments.KEYS.get(key));
      String value = query.text(key).orElse(null);
      if (value != null) {
        wanted = wanted.and(row -> value.equals(keyOf.apply(row)));
      }
    }
    if (query.text(REMARK).isPresent()) {
      String remark = query.oneOf(REMARK, REMARKS, "");
      wanted = wanted.and(row -> says(row.remarks(), remark));
    }
    return Page.of(
        seen.view().partitions().stream().filter(wanted).toList(),
        query.offset(),
        query.limit(),
        PartitionState::of);
  }

  private static boolean says(List<Remark> remarks, String word) {
    return remarks.stream().anyMatch(remark -> remark.toString().equals(word));
  }
}
