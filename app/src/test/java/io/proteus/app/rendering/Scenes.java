package io.proteus.app.rendering;

import io.proteus.app.view.Appraisal;
import io.proteus.app.view.ClusterView;
import io.proteus.core.cluster.Gap;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.NodeProfile;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.history.RateMeter;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.PortException;
import io.proteus.core.step.CompactPartition;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.RestartNode;
import io.proteus.core.step.SetBlockSize;
import io.proteus.core.step.SetMemorySplit;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.NodeTarget;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.configuration.MetProfiles;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.core.workload.AccessClass;
import io.proteus.testkit.ClusterBuilder;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Clusters to look at. */
final class Scenes {
  private static final MetProfiles PROFILES = MetProfiles.paper();

  private Scenes() {}

  /** Two nodes with one configuration and mixed partitions; the second has no plugin. */
  static ClusterBuilder mixed(ManualClock clock) {
    return InMemoryCluster.cluster()
        .named("lab")
        .clock(clock)
        .node("rs1:16020")
        .cpu(0.91)
        .holding("orders", 2, new RequestRates(0, 0, 300))
        .holding("users", 1, new RequestRates(1200, 0, 0))
        .node("rs2:16020")
        .byRestartOnly()
        .cpu(0.12)
        .holding("users", 1, new RequestRates(800.5, 0, 0))
        .holding("archive", 1);
  }

  static Observation observe(InMemoryCluster cluster, ManualClock clock) throws PortException {
    Sample first = cluster.sample();
    clock.advance(Duration.ofSeconds(10));
    Sample second = cluster.sample();
    return RateMeter.observe(
        1,
        first,
        second,
        cluster.hosts().read(second.topology().nodes().stream().map(n -> n.id()).toList()),
        cluster.ports().capabilities());
  }

  /** The same where every node is divided while it runs, but for a smaller write buffer. */
  static Observation withoutShrinking(Observation seen) {
    Topology was = seen.topology();
    return with(
        seen,
        was.nodes().stream()
            .map(n -> new Node(n.id(), n.incarnation(), n.memory(), true, false, n.settings()))
            .toList(),
        was.gaps());
  }

  /** The same with this gap alone, told with where everything is. */
  static Observation withTopologyGap(Observation seen, Gap gap) {
    return with(seen, seen.topology().nodes(), List.of(gap));
  }

  private static Observation with(Observation seen, List<Node> nodes, List<Gap> gaps) {
    Topology was = seen.topology();
    Topology topology =
        new Topology(
            was.cluster(),
            was.at(),
            nodes,
            was.deadNodes(),
            was.partitions(),
            was.tables(),
            was.inTransition(),
            was.balancerOn(),
            gaps);
    return new Observation(
        seen.number(),
        topology,
        seen.span(),
        seen.rates(),
        seen.loads(),
        seen.capabilities(),
        seen.gaps());
  }

  /** The same with this gap alone. */
  static Observation withGap(Observation seen, Gap gap) {
    return new Observation(
        seen.number(),
        seen.topology(),
        seen.span(),
        seen.rates(),
        seen.loads(),
        seen.capabilities(),
        List.of(gap));
  }

  /** By hand, so that a change in how plans are made changes no screen here. */
  static Plan plan() {
    NodeId rs1 = new NodeId("rs1:16020");
    NodeId rs2 = new NodeId("rs2:16020");
    NodeProfile write = PROFILES.profileOf(AccessClass.WRITE);
    NodeProfile read = PROFILES.profileOf(AccessClass.READ);
    TableId users = new TableId("users");
    ByteSize size = ByteSize.ofMegabytes(100);
    PartitionId moved = new PartitionId("users-1");
    List<Step> steps =
        List.of(
            new SetMemorySplit(rs1, write.memory()),
            new SetBlockSize(users, read.blockSize()),
            new MovePartition(moved, users, rs1, rs2, size),
            new RestartNode(rs2, read.memory()),
            new CompactPartition(moved, users, rs2, Ratio.of(0.9), size));
    Layout target =
        Layout.of(
            List.of(
                new NodeTarget(rs1, write, ids("orders-1", "orders-2")),
                new NodeTarget(rs2, read, ids("users-1", "users-2", "archive-1"))),
            List.of(),
            Map.of(users, read.blockSize()));
    return new Plan(
        "plan-7",
        1,
        target,
        steps,
        Price.of(steps),
        List.of(
            ReasonCode.ASKED_FOR.says("asked for, whatever the load"),
            ReasonCode.GROUPED.says("read: {%d partitions} on {%d nodes}", 2, 1)));
  }

  /** The same where no node can be restarted. */
  static Plan planWithoutRestarts() {
    Plan plan = plan();
    List<Step> steps =
        plan.steps().stream().filter(step -> !(step instanceof RestartNode)).toList();
    return new Plan(
        plan.id(), plan.basedOn(), plan.target(), steps, Price.of(steps), plan.reasons());
  }

  private static List<PartitionId> ids(String... names) {
    return Stream.of(names).map(PartitionId::new).toList();
  }

  static ClusterView view(Observation seen, Plan wanted) {
    return appraisal().view(seen, wanted, List.of());
  }

  static Appraisal appraisal() {
    return new Appraisal(
        PROFILES::classify, List.copyOf(PROFILES.profiles().values()), Ratio.of(0.6));
  }
}
