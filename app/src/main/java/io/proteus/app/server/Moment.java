package io.proteus.app.server;

import io.proteus.app.server.PlanDocuments.PlanSum;
import io.proteus.app.view.Appraisal;
import io.proteus.app.view.ClusterView;
import io.proteus.app.view.NodeRow;
import io.proteus.controller.journal.ClusterSurveyed;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.Decided;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.Proposed;
import io.proteus.controller.journal.Observed;
import io.proteus.controller.journal.Observed.NodeSum;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.LoadBasis;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeLoad;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.Placing;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Reason;
import io.proteus.core.units.Ratio;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How a cluster stood at an observation of the past, as far as the journal tells: nodes from that
 * observation, partitions from the last survey before the next one.
 */
record Moment(MomentState state, Seen seen) {

  /** What was decided then. */
  record DecisionState(long number, Instant at, String verdict, List<Reason> reasons) {}

  /**
   * The whole in figures.
   *
   * @param number the observation's entry
   * @param misplaced of those that are listed; null where no plan tells where they should be
   * @param nodesTold of how many nodes, the busiest, the load is known
   * @param listed how many partitions can be shown one by one
   * @param surveyed when those were looked at; null when none can be shown
   * @param decision null when none was made
   * @param plan what waited or ran until the next observation; null when nothing did
   */
  record MomentState(
      long number,
      Instant at,
      long observation,
      int nodes,
      List<NodeId> deadNodes,
      int partitions,
      int inTransition,
      int unserved,
      @Nullable Long misplaced,
      Ratio knownPartitions,
      @Nullable Double requestsPerSecond,
      @Nullable Double latencyMs,
      @Nullable Double p99Ms,
      Map<String, Integer> gaps,
      int nodesTold,
      int listed,
      @Nullable Instant surveyed,
      @Nullable DecisionState decision,
      @Nullable PlanSum plan) {}

  /**
   * What the journal has of a moment.
   *
   * @param observed an {@link Observed}
   * @param survey the last {@link ClusterSurveyed}; null when there was none before
   * @param decided what was made of it; null when nothing was
   * @param plan the last {@link Planned} or {@link Proposed} that was not over; null when none
   */
  record Entries(
      JournalEntry observed,
      @Nullable JournalEntry survey,
      @Nullable JournalEntry decided,
      @Nullable JournalEntry plan) {

    Observed seen() {
      return (Observed) observed.event();
    }

    private @Nullable Plan planned() {
      if (plan == null) {
        return null;
      }
      if (plan.event() instanceof Planned planned) {
        return planned.plan();
      }
      return plan.event() instanceof Proposed proposed ? proposed.plan() : null;
    }
  }

  static Moment of(String cluster, Appraisal appraisal, Entries entries) {
    ClusterSurveyed survey =
        entries.survey() != null && entries.survey().event() instanceof ClusterSurveyed surveyed
            ? surveyed
            : null;
    DecisionState decision =
        entries.decided() != null && entries.decided().event() instanceof Decided decided
            ? new DecisionState(
                entries.decided().number(),
                entries.decided().at(),
                decided.verdict(),
                decided.reasons())
            : null;
    Observation observation = observation(cluster, entries.observed().at(), entries.seen(), survey);
    Plan plan = entries.planned();
    ClusterView view =
        withSums(
            appraisal.view(observation, plan, decision == null ? List.of() : decision.reasons()),
            entries.seen());
    Instant surveyed = survey == null || entries.survey() == null ? null : entries.survey().at();
    boolean placesAreKnown = plan != null && survey != null;
    return new Moment(
        state(entries, view, surveyed, decision, plan, placesAreKnown ? view.misplaced() : null),
        placesAreKnown ? new Seen(cluster, view) : Seen.withoutPlan(cluster, view));
  }

  private static MomentState state(
      Entries entries,
      ClusterView view,
      @Nullable Instant surveyed,
      @Nullable DecisionState decision,
      @Nullable Plan plan,
      @Nullable Long misplaced) {
    Observed seen = entries.seen();
    Map<String, Integer> gaps = new TreeMap<>();
    seen.gaps().forEach((kind, count) -> gaps.put(kind.toString(), count));
    return new MomentState(
        entries.observed().number(),
        entries.observed().at(),
        seen.number(),
        seen.nodeCount(),
        seen.deadNodes(),
        seen.partitions(),
        seen.inTransition(),
        seen.unserved(),
        misplaced,
        seen.knownPartitions(),
        nothingIsKnown(seen) ? null : Double.valueOf(seen.requestsPerSecond().total()),
        seen.latencyMs(),
        seen.p99Ms(),
        gaps,
        seen.nodes().size(),
        view.partitions().size(),
        surveyed,
        decision,
        plan == null ? null : PlanSum.of(plan));
  }

  private static boolean nothingIsKnown(Observed seen) {
    return seen.knownPartitions().equals(Ratio.ZERO);
  }

  /** The nodes that there were, and of the surveyed partitions those that are on one of them. */
  private static Observation observation(
      String cluster, Instant at, Observed seen, @Nullable ClusterSurveyed survey) {
    Map<NodeId, Node> nodes = new LinkedHashMap<>();
    if (survey != null) {
      survey.nodes().forEach(node -> nodes.put(node.id(), node));
    }
    List<NodeId> listed = seen.nodes().stream().map(NodeSum::node).toList();
    if (listed.size() >= seen.nodeCount()) {
      nodes.keySet().retainAll(listed);
    }
    nodes.keySet().removeAll(seen.deadNodes());
    listed.forEach(node -> nodes.computeIfAbsent(node, id -> new Node(id, "", null, true)));
    List<Partition> partitions = new ArrayList<>();
    Map<PartitionId, RequestRates> rates = new HashMap<>();
    if (survey != null) {
      for (ClusterSurveyed.Held held : survey.partitions()) {
        NodeId on = held.partition().node();
        if (on == null || nodes.containsKey(on)) {
          partitions.add(held.partition());
          if (held.requestsPerSecond() != null) {
            rates.put(held.partition().id(), held.requestsPerSecond());
          }
        }
      }
    }
    Map<NodeId, NodeLoad> loads = new HashMap<>();
    for (NodeSum sum : seen.nodes()) {
      HostLoad host = new HostLoad(sum.cpu(), sum.ioWait(), null);
      loads.put(
          sum.node(),
          new NodeLoad(
              host, null, null, null, null, null, null, null, null, sum.latencyMs(), sum.p99Ms()));
    }
    return new Observation(
        seen.number(),
        new Topology(
                cluster,
                at,
                List.copyOf(nodes.values()),
                List.of(),
                partitions,
                survey == null ? List.of() : survey.tables(),
                List.of(),
                false,
                List.of())
            .placed(
                survey == null || survey.placing() == null ? Placing.BY_PROTEUS : survey.placing(),
                List.of()),
        seen.span(),
        rates,
        loads,
        Set.of(),
        List.of(),
        survey == null || survey.basis() == null ? LoadBasis.MEASURED : survey.basis());
  }

  /**
   * Rows that say how much each node held and served then. A survey lists a part of that, and the
   * observation the busiest nodes: of the others it is not known.
   */
  private static ClusterView withSums(ClusterView view, Observed seen) {
    boolean someAreUnreadable = seen.gaps().containsKey(Gap.Kind.NODE_UNREADABLE);
    Map<NodeId, NodeSum> sums = new HashMap<>();
    seen.nodes().forEach(sum -> sums.put(sum.node(), sum));
    List<NodeRow> rows = new ArrayList<>();
    for (NodeRow row : view.nodes()) {
      NodeSum sum = sums.get(row.id());
      double requests = sum == null ? 0 : sum.requestsPerSecond().total();
      boolean unknown = sum == null || nothingIsKnown(seen) || (requests == 0 && someAreUnreadable);
      rows.add(
          new NodeRow(
              row.id(),
              row.profile(),
              row.memory(),
              row.serves(),
              unknown ? null : Double.valueOf(requests),
              row.load(),
              sum == null ? null : Integer.valueOf(sum.partitions()),
              row.remarks()));
    }
    return new ClusterView(
        view.observation(),
        rows,
        view.partitions(),
        view.requests(),
        view.price(),
        view.reasons(),
        List.of());
  }
}
