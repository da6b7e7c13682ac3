package io.proteus.simulator.replay;

import io.proteus.controller.journal.Observed;
import io.proteus.controller.journal.Observed.NodeSum;
import io.proteus.controller.journal.Observed.TableSum;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.TableId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * One observation of a journal, as far as a replay needs it.
 *
 * @param span that the rates are means of; zero when there are none
 * @param names of the nodes; empty when there were too many to write them all down
 * @param known share of the partitions whose requests were known
 * @param total requests a second of these
 * @param tables the same by table; empty in journals of before there were surveys
 * @param cpu of the nodes, on average
 * @param busiest CPU and I/O wait together of the busiest node
 */
record Look(
    Instant at,
    Duration span,
    int nodes,
    List<NodeId> names,
    int partitions,
    double known,
    RequestRates total,
    Map<TableId, RequestRates> tables,
    OptionalDouble cpu,
    OptionalDouble busiest) {

  /** With fewer partitions known, what is known says too little of the others. */
  private static final double KNOWN_ENOUGH = 0.9;

  static Look of(Instant at, Observed seen) {
    boolean allNamed = seen.nodes().size() == seen.nodeCount();
    Map<TableId, RequestRates> tables = new HashMap<>();
    for (TableSum sum : seen.tables()) {
      tables.put(sum.table(), sum.requestsPerSecond());
    }
    return new Look(
        at,
        seen.span(),
        seen.nodeCount(),
        allNamed ? seen.nodes().stream().map(NodeSum::node).sorted().toList() : List.of(),
        seen.partitions(),
        seen.knownPartitions().value(),
        seen.requestsPerSecond(),
        tables,
        seen.nodes().stream().filter(node -> node.cpu() != null).mapToDouble(Look::cpu).average(),
        seen.nodes().stream()
            .filter(node -> node.cpu() != null)
            .mapToDouble(node -> cpu(node) + (node.ioWait() == null ? 0 : node.ioWait().value()))
            .max());
  }

  /** The same, with the names of another where these are alike: most are. */
  Look sharing(Look other) {
    return names.equals(other.names)
        ? new Look(at, span, nodes, other.names, partitions, known, total, tables, cpu, busiest)
        : this;
  }

  private static double cpu(NodeSum node) {
    return node.cpu() == null ? 0 : node.cpu().value();
  }

  /** Whether it tells what was asked for; one that does not is a gap, never a zero. */
  boolean hasRates() {
    return !span.isZero() && !span.isNegative() && known >= KNOWN_ENOUGH && nodes > 0;
  }

  Instant from() {
    return at.minus(span);
  }

  /** Share of the requests that went to tables of which nothing was written down. */
  double unlisted() {
    double listed = tables.values().stream().mapToDouble(RequestRates::total).sum();
    return total.total() > 0 ? Math.max(0, 1 - listed / total.total()) : 0;
  }

  /** Requests of a table, as if all of its partitions were known. */
  RequestRates of(TableId table) {
    return scaled(tables.getOrDefault(table, RequestRates.NONE));
  }

  /** Requests of all that is known, as if everything were. */
  RequestRates all() {
    return scaled(total);
  }

  private RequestRates scaled(RequestRates rates) {
    return new RequestRates(rates.reads() / known, rates.scans() / known, rates.writes() / known);
  }
}
