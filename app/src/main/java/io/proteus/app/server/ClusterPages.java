package io.proteus.app.server;

import io.proteus.app.server.ClusterDocuments.NodeState;
import io.proteus.app.server.ClusterDocuments.PartitionState;
import io.proteus.app.server.ClusterDocuments.PartitionSum;
import io.proteus.app.view.NodeRow;
import io.proteus.app.view.PartitionRow;
import io.proteus.app.view.Remark;
import io.proteus.core.workload.AccessClass;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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

  /**
   * What has a text in its name.
   *
   * @param more whether there are more than are listed of some kind
   */
  record Found(
      List<PartitionSum> tables,
      List<NodeState> nodes,
      List<PartitionState> partitions,
      boolean more) {}

  /** Tables, nodes and partitions by a part of their names, in upper or lower case. */
  static Found found(Seen seen, Query query) {
    String text = query.text("q").orElse("").strip().toLowerCase(Locale.ROOT);
    if (text.isEmpty()) {
      throw Problem.unwanted("q", null, "a part of the name of a table, node or partition")
          .refusal();
    }
    int limit = query.limit();
    List<PartitionSum> tables =
        some(limit, seen.sums("table").stream().filter(sum -> has(sum.key(), text)));
    List<NodeState> nodes =
        some(
            limit,
            seen.view().nodes().stream()
                .filter(row -> has(row.id().value(), text))
                .map(seen::node));
    List<PartitionState> partitions =
        some(
            limit,
            seen.view().partitions().stream()
                .filter(row -> has(row.partition().id().value(), text))
                .map(PartitionState::of));
    boolean more = Stream.of(tables, nodes, partitions).anyMatch(found -> found.size() > limit);
    return new Found(first(limit, tables), first(limit, nodes), first(limit, partitions), more);
  }

  /** One more than are shown tells that there are more. */
  private static <T> List<T> some(int limit, Stream<T> found) {
    return found.limit(limit + 1L).toList();
  }

  private static <T> List<T> first(int limit, List<T> found) {
    return found.subList(0, Math.min(limit, found.size()));
  }

  private static boolean has(@Nullable String name, String text) {
    return name != null && name.toLowerCase(Locale.ROOT).contains(text);
  }

  private static boolean says(List<Remark> remarks, String word) {
    return remarks.stream().anyMatch(remark -> remark.toString().equals(word));
  }
}
