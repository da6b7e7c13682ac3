package io.proteus.lab.cluster;

import static io.proteus.lab.cluster.UserOnACluster.SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.proteus.app.cluster.ClusterConnection;
import io.proteus.app.cluster.Controls;
import io.proteus.app.cluster.ShippedGuide;
import io.proteus.app.cluster.StoreConnector;
import io.proteus.controller.Monitor;
import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.parameter.Formula;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.policy.PolicyReviewer;
import io.proteus.controller.policy.PolicyShelf;
import io.proteus.controller.policy.PolicyTuning;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.decision.Decision;
import io.proteus.core.decision.PolicyStrategy;
import io.proteus.core.decision.Proposals;
import io.proteus.core.decision.SettingsByPolicy;
import io.proteus.core.parameter.ReportedValue;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Planner;
import io.proteus.core.plan.undo.UndoPlanner;
import io.proteus.core.step.IssuedSteps;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.strategy.scaling.KeepNodes;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.Ratio;
import io.proteus.engine.hbase.HBaseConnectionSettings;
import io.proteus.workloads.hbase.HBaseClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every shipped policy on a real cluster: applied by a plan, each value compared with the wanted
 * one, and taken back, after which every table, server and memory split is as before, value by
 * value.
 */
class PoliciesIT {
  /**
   * Those that are applied with restarts too: one tells whether what takes a restart comes back.
   */
  private static final Set<String> RESTARTED = Set.of("pcm-wo");

  @TempDir private static Path folder;
  private static UserOnACluster user;

  @BeforeAll
  static void up() throws Exception {
    user = new UserOnACluster(folder);
    user.up(2);
    Path file = folder.resolve("proteus.yaml");
    Files.writeString(
        file,
        Files.readString(file)
            .replaceFirst("(configuration:\\n(?:  #.*\\n)*  policy:) strategy", "$1 policies")
            .replaceFirst("(scaling:\\n(?:  #.*\\n)*  policy:) strategy", "$1 keep")
            .replaceFirst("  restart: false", "  restart: true"));
  }

  @AfterAll
  static void down() throws Exception {
    user.down();
  }

  /** All that is set and can be read. */
  private record Everything(
      Map<String, String> tables,
      Map<NodeId, Map<String, ReportedValue>> servers,
      Map<NodeId, Map<String, String>> started,
      Map<NodeId, MemorySplit> splits) {

    static Everything of(ClusterConnection connection, Admin admin) throws Exception {
      Map<String, String> tables = new TreeMap<>();
      for (TableDescriptor table : admin.listTableDescriptors()) {
        tables.put(table.getTableName().getNameAsString(), table.toString());
      }
      Map<NodeId, Map<String, ReportedValue>> servers = new TreeMap<>();
      connection
          .parameters()
          .settings()
          .ofNodes(connection.parameters().catalogue().keys())
          .forEach((node, report) -> servers.put(node, new TreeMap<>(report.values())));
      Map<NodeId, Map<String, String>> started = new TreeMap<>();
      Map<NodeId, MemorySplit> splits = new TreeMap<>();
      for (Node node : connection.store().topology().nodes()) {
        assertThat(node.settings()).isNotNull();
        assertThat(node.memory()).isNotNull();
        started.put(node.id(), node.settings());
        splits.put(node.id(), node.memory());
      }
      return new Everything(tables, servers, started, splits);
    }
  }

  @Test
  void everyShippedPolicyIsAppliedAndTakenBackValueByValue() throws Exception {
    Configuration configuration = Configuration.read(folder.resolve("proteus.yaml"));
    var address =
        configuration
            .extensions()
            .engine()
            .settings(HBaseConnectionSettings.class)
            .zookeeper()
            .get(0);
    Time time = Time.ofTheDay();
    try (Connection hbase = HBaseClient.connect(address.host(), address.port());
        Admin admin = hbase.getAdmin();
        ClusterConnection connection = new StoreConnector(line -> {}).connect(configuration);
        Controls controls =
            Controls.take(
                connection,
                "PoliciesIT",
                configuration.monitor(),
                time,
                Progress.UNSEEN,
                new StopSignal())) {
      createTables(admin);
      PolicyReviewer reviewer = configuration.policies().tuning().orElseThrow().get();
      for (Policy policy : ShippedGuide.of("hbase").policies()) {
        boolean restarts = RESTARTED.contains(policy.name());
        applyAndTakeBack(policy, restarts, reviewer, connection, controls, admin);
      }
      explains();
    }
  }

  private static void applyAndTakeBack(
      Policy policy,
      boolean restarts,
      PolicyReviewer configured,
      ClusterConnection connection,
      Controls controls,
      Admin admin)
      throws Exception {
    Everything before = Everything.of(connection, admin);
    Situation now = situation(connection);
    PolicyTuning tuning =
        new PolicyTuning(
            new PolicyReviewer(
                new PolicyShelf(
                    configured.shelf().catalogue(),
                    configured.shelf().guide(),
                    List.of(whateverTheLoad(policy)),
                    Set.of(),
                    ByteSize.ofMegabytes(2048)),
                Duration.ZERO,
                Ratio.of(0.1),
                restarts,
                0.01));
    Verdict.Retarget wanted =
        (Verdict.Retarget)
            Proposals.of(
                    PolicyStrategy.counting(new KeepNodes()),
                    Optional.of(new SettingsByPolicy(tuning)))
                .decide(now);
    Plan plan = Planner.met().plan(now, wanted);
    assertThat(plan.steps()).as(policy.name()).isNotEmpty();
    assertThat(plan.price().restarts()).as(policy.name()).isEqualTo(restarts ? 2 : 0);

    carryOut(wanted, plan, controls);

    Topology after = connection.store().topology();
    assertThat(wanted.target().settings().changesOfTables(after)).as(policy.name()).isEmpty();
    assertThat(wanted.target().settings().changesOfNodes(after)).as(policy.name()).isEmpty();
    wanted
        .target()
        .nodes()
        .forEach(
            node ->
                assertThat(after.node(node.node()).orElseThrow().memory())
                    .as(policy.name())
                    .satisfies(
                        split ->
                            assertThat(split != null && split.isAbout(node.profile().memory()))
                                .isTrue()));
    Everything changed = Everything.of(connection, admin);
    assertThat(changed).as(policy.name()).isNotEqualTo(before);
    assertThat(changed.started().equals(before.started())).as(policy.name()).isEqualTo(!restarts);

    List<Step> back = undo(plan, now.topology(), connection);
    Layout asItWas = Layout.of(List.of(), List.of(), Map.of());
    Verdict.Retarget undo = new Verdict.Retarget(asItWas, wanted.reasons(), StrategyMemory.INITIAL);
    carryOut(
        undo,
        new Plan(
            "undo-" + plan.id(), plan.basedOn(), asItWas, back, Price.of(back), plan.reasons()),
        controls);

    assertThat(Everything.of(connection, admin))
        .as("after %s", policy.name())
        .usingRecursiveComparison()
        .isEqualTo(before);
  }

  private static void carryOut(Verdict.Retarget wanted, Plan plan, Controls controls)
      throws Exception {
    Outcome outcome =
        controls
            .action()
            .carryOut(
                new Decision(wanted, java.util.Optional.of(plan), java.util.Optional.empty()),
                controls.claims().claim());
    assertThat(outcome)
        .as("%s: %s", plan.id(), outcome.sentence())
        .isInstanceOf(Outcome.Completed.class);
  }

  /** What {@code proteus undo} would do. */
  private static List<Step> undo(Plan plan, Topology before, ClusterConnection connection)
      throws Exception {
    return UndoPlanner.plan(
            "undo-" + plan.id(),
            new UndoPlanner.Action(
                plan.id(),
                plan.basedOn(),
                List.of(new IssuedSteps(plan.toRemember(before), plan.steps())),
                List.of()),
            connection.store().topology(),
            connection.ports().capabilities())
        .steps();
  }

  private static Policy whateverTheLoad(Policy policy) {
    return new Policy(
        policy.name(),
        policy.file(),
        policy.title(),
        policy.source(),
        true,
        policy.workload(),
        new Formula("TRUE"),
        Duration.ZERO,
        null,
        policy.values());
  }

  private static Situation situation(ClusterConnection connection) throws Exception {
    Monitor monitor = connection.monitor(connection.configuration().monitor(), Time.ofTheDay());
    monitor.observe();
    monitor.observe();
    return monitor.situation(null, StrategyMemory.INITIAL).orElseThrow();
  }

  /** One table as it is made, one with values of its own on the table and on a family. */
  private static void createTables(Admin admin) throws Exception {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(TableName.valueOf("users"))
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("f"))
            .build(),
        new byte[][] {Bytes.toBytes("m")});
    admin.createTable(
        TableDescriptorBuilder.newBuilder(TableName.valueOf("orders"))
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("d"))
                    .setBlocksize(32 << 10)
                    .setConfiguration("hbase.hstore.blockingStoreFiles", "50")
                    .build())
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of("e"))
            .setMemStoreFlushSize(32L << 20)
            .build());
  }

  private static void explains() throws Exception {
    JsonNode explained =
        user.json(
            SHORT,
            "policies",
            "explain",
            "--cluster",
            "--samples",
            "1",
            "--json",
            "--interval",
            UserOnACluster.INTERVAL);
    assertThat(explained.path("acting").asBoolean()).isTrue();
    assertThat(explained.path("subjects").findValuesAsText("name"))
        .contains("table users", "table orders");
  }
}
