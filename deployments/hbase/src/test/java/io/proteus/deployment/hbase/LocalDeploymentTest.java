package io.proteus.deployment.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.proteus.cloud.local.DirectoryLock;
import io.proteus.cloud.local.LocalProcess;
import io.proteus.cloud.local.LocalProcesses;
import io.proteus.cloud.local.ProcessSpec;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PortException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a directory's cluster is known by; a process that sleeps stands for its RegionServer. */
class LocalDeploymentTest {
  @TempDir Path directory;
  private Layout layout;
  private LocalProcesses processes;

  @BeforeEach
  void open() throws PortException {
    layout = new Layout(directory.toAbsolutePath().normalize());
    processes = LocalProcesses.in(layout.state());
  }

  @AfterEach
  void endAll() throws PortException {
    List<String> names = processes.all().stream().map(LocalProcess::name).toList();
    processes.stop(names, Duration.ZERO, name -> {});
    processes.stopStrays(Duration.ZERO, name -> {});
  }

  @Test
  void whoFindsAClusterRunningIsToldWhatEndsThisOne() throws PortException {
    runningCluster();

    assertThatThrownBy(() -> LocalDeployment.in(directory).up(spec(), line -> {}))
        .isInstanceOf(PortException.class)
        .hasMessageEndingWith(
            "End it with `proteus local down --directory %s`.".formatted(layout.root()));
  }

  /**
   * Else the stop holds the directory for up to a minute, and whoever ends the cluster gives up.
   */
  @Test
  @Timeout(50)
  void whoEndsAClusterDoesNotWaitForAServerThatIsBeingStopped() throws Exception {
    runningCluster("sh", "-c", "trap '' TERM; echo ready; while :; do sleep 1; done");
    await().until(() -> Files.readString(layout.output("rs1")).contains("ready"));
    LocalDeployment deployment = LocalDeployment.in(directory);
    FutureTask<Void> stop =
        new FutureTask<>(
            () -> {
              deployment.stopRegionServer("rs1", line -> {});
              return null;
            });
    Thread stopping = new Thread(stop, "stopping");
    stopping.start();
    await().until(this::isLocked);

    deployment.destroy(line -> {});

    stop.get();
    assertThat(processes.all()).isEmpty();
    assertThat(processes.strays()).isEmpty();
  }

  private boolean isLocked() throws PortException {
    try (DirectoryLock lock = DirectoryLock.hold(layout.state(), Duration.ZERO)) {
      return false;
    } catch (PortException held) {
      return true;
    }
  }

  /** It belongs to no server, so no list of the cluster's daemons has it. */
  @Test
  void aClusterThatIsStillPreparingItsClassesIsNotDown() throws PortException {
    start(Daemons.CLASS_ARCHIVE, "sleep", "600");

    assertThat(LocalDeployment.in(directory).isDown()).isFalse();
    assertThatThrownBy(() -> LocalDeployment.in(directory).up(spec(), line -> {}))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("a cluster is running here already");
  }

  @Test
  void aClusterWhoseFileCannotBeReadIsEndedAllTheSame() throws Exception {
    runningCluster();
    Files.writeString(layout.clusterFile(), "{\"spec\":");
    LocalDeployment deployment = LocalDeployment.in(directory);

    assertThat(deployment.isDown()).isFalse();
    assertThatThrownBy(deployment::status)
        .isInstanceOf(PortException.class)
        .hasMessageContaining(
            "`proteus local down --delete --directory %s`".formatted(layout.root()));
    deployment.down(line -> {});

    assertThat(deployment.isDown()).isTrue();
  }

  @Test
  void whoHasBegunNothingEndsNobodysCluster() throws PortException {
    runningCluster();
    LocalDeployment second = LocalDeployment.in(directory);
    assertThatThrownBy(() -> second.up(spec(), line -> {}))
        .hasMessageContaining("a cluster is running here already");

    second.cancel(true, line -> {});
    second.cancel(false, line -> {});

    assertThat(processes.find("rs1").orElseThrow().isAlive()).isTrue();
    assertThat(layout.clusterFile()).exists();
  }

  @Test
  void whoIsCancelledStartsNothingAnyMore() throws PortException {
    LocalDeployment deployment = LocalDeployment.in(directory);

    deployment.cancel(true, line -> {});

    assertThatThrownBy(() -> deployment.up(spec(), line -> {}))
        .isInstanceOf(PortException.class)
        .hasMessage("the start was cancelled");
    assertThat(layout.clusterFile()).doesNotExist();
  }

  /** Its jars are not there, so its first daemon ends at once. */
  @Test
  void whoHasBegunAStartEndsAndDeletesWhatCameOfIt() throws PortException {
    LocalDeployment deployment = LocalDeployment.in(directory);
    assertThatThrownBy(() -> deployment.up(spec(), line -> {}))
        .hasMessageContaining("ended while it was started");
    assertThat(layout.clusterFile()).exists();

    deployment.cancel(true, line -> {});

    assertThat(layout.clusterFile()).doesNotExist();
    assertThat(deployment.hasBegun()).isFalse();
    assertThat(processes.all()).isEmpty();
  }

  @Test
  void whoFindsNoClusterIsToldWhatMakesOneHere() {
    assertThatThrownBy(() -> LocalDeployment.in(directory).ports())
        .isInstanceOf(PortException.class)
        .hasMessageEndingWith(
            "Make one with `proteus local up --directory %s`.".formatted(layout.root()));
  }

  @Test
  void whoLooksAtTheHostsTakesNothingFromWhatAnotherSees() throws PortException {
    NodeId server = runningCluster();
    LocalDeployment deployment = LocalDeployment.in(directory);
    LocalCloud one = new LocalCloud(deployment, line -> {});
    LocalCloud other = new LocalCloud(deployment, line -> {});

    assertThat(load(one, server).cpu()).isNull();
    assertThat(load(other, server).cpu()).as("at the other's first look").isNull();
    assertThat(load(one, server).cpu()).isNotNull();
  }

  /** No master is there that could know it: to the store it never came. */
  @Test
  void aServerThatNeverRegistersIsAMachineUntilItIsEnded() throws Exception {
    Instant before = Instant.now();
    NodeId server = runningCluster();
    start("dn1", "sleep", "600");
    LocalCloud cloud = new LocalCloud(LocalDeployment.in(directory), line -> {});
    LocalProcess process = processes.find("rs1").orElseThrow();

    assertThat(cloud.machines()).containsOnlyKeys(server);
    assertThat(cloud.machines().get(server))
        .isBetween(before.minusSeconds(2), Instant.now().plusSeconds(2));
    cloud.launch(1, Map.of());
    assertThat(processes.find("rs1")).as("it counts as there").contains(process);
    cloud.terminate(server);

    assertThat(cloud.machines()).isEmpty();
    assertThat(processes.find("rs1")).isEmpty();
    assertThat(processes.find("dn1").orElseThrow().isAlive()).as("its data stays").isTrue();
    cloud.terminate(server);
  }

  /** Its record is kept, and says of a process what it was. */
  @Test
  void aServerThatDiedIsNoMachine() throws Exception {
    runningCluster();
    LocalDeployment deployment = LocalDeployment.in(directory);
    deployment.kill("rs1");

    assertThat(new LocalCloud(deployment, line -> {}).machines()).isEmpty();
  }

  private static HostLoad load(LocalCloud cloud, NodeId server) throws PortException {
    return cloud.read(List.of(server)).getOrDefault(server, HostLoad.UNKNOWN);
  }

  private NodeId runningCluster() throws PortException {
    return runningCluster("sleep", "600");
  }

  private NodeId runningCluster(String... command) throws PortException {
    Cluster cluster = ClusterDraft.of(spec(), Optional.empty(), layout.root(), line -> {});
    new ClusterFile(layout.clusterFile()).write(cluster);
    Member member = cluster.members().get(0);
    start(member.name(), command);
    return new NodeId(member.address() + ":" + cluster.ports().regionServer());
  }

  private void start(String name, String... command) throws PortException {
    processes.start(
        new ProcessSpec(name, List.of(command), Map.of(), directory, layout.output(name), name));
  }

  private static ClusterSpec spec() {
    return ClusterSpec.on(new ServerJars(List.of("/lib/*"), List.of("/classes"), "/built/archives"))
        .regionServers(1)
        .build();
  }
}
