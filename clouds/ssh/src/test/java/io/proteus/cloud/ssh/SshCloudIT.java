package io.proteus.cloud.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.proteus.cloud.provisioning.remote.Ssh;
import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.Launch;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.RunningMachines;
import io.proteus.testkit.CloudContractTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of all clouds, with a real sshd and real processes on four loopback addresses. */
@Tag("storeless")
class SshCloudIT extends CloudContractTest {
  private static final NodeId ONE = ServiceStore.node(LoopbackHosts.HOSTS.get(0));
  private static final NodeId TWO = ServiceStore.node(LoopbackHosts.HOSTS.get(1));

  @TempDir private Path folder;

  private LoopbackHosts hosts;
  private SshCloud cloud;
  private ServiceStore store;

  @BeforeEach
  void startTwoNodes() throws Exception {
    hosts = LoopbackHosts.start(folder, freePort());
    cloud = cloud(Map.of());
    store = new ServiceStore(folder, LoopbackHosts.HOSTS);
    cloud.launch(1, Map.of());
    cloud.launch(2, Map.of());
  }

  @AfterEach
  void endAll() throws Exception {
    hosts.close();
  }

  private SshCloud cloud(Map<String, String> options) throws PortException {
    SshCloudSettings settings = hosts.settings(options);
    return new SshCloud(settings, new Ssh(settings.access(), "cloud"), said -> {});
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  @Override
  protected Ports ports() {
    return Ports.of(store, cloud);
  }

  @Override
  protected Duration patience() {
    return Duration.ofSeconds(30);
  }

  @Test
  void tellsOfItsHosts() throws Exception {
    Map<NodeId, HostLoad> told =
        await()
            .atMost(patience())
            .until(
                () -> cloud.read(List.of(ONE, new NodeId("gone:1"))),
                loads -> loads.containsKey(ONE) && loads.get(ONE).cpu() != null);

    assertThat(told).containsOnlyKeys(ONE);
    assertThat(told.get(ONE).memory()).isNotNull();
  }

  @Test
  void aStartThatACrashCutShortIsGoneOnWithOnTheSameHost() throws Exception {
    Launch launch = Launch.of(3, Map.of("a", "1"), "plan-7", 2);
    Path begun = folder.resolve("marks/service." + LoopbackHosts.HOSTS.get(3));
    Files.writeString(begun, HostMark.of(MachineTags.of("services", launch).asMap()).text());

    cloud(Map.of()).launch(launch);
    cloud(Map.of()).launch(launch);

    assertThat(cloud.inventory())
        .filteredOn(machine -> machine.node().equals(ServiceStore.node(LoopbackHosts.HOSTS.get(3))))
        .singleElement()
        .satisfies(
            machine ->
                assertThat(MachineTags.read(machine.tags()))
                    .contains(MachineTags.of("services", launch)));
    assertThat(cloud.inventory()).as("one start, not two").hasSize(3);
  }

  @Test
  void whatAnOperatorStartedIsNotTakenForItsOwn() throws Exception {
    hosts.startByHand(LoopbackHosts.HOSTS.get(2));

    assertThat(RunningMachines.of(ports()).orElseThrow().tagged()).containsExactly(ONE, TWO);
    assertThat(cloud.inventory()).hasSize(3);
    cloud.terminate(TWO);
    assertThat(folder.resolve("marks")).isDirectoryNotContaining("glob:**" + "127.0.9.2");
  }

  @Test
  void keepsWhatItDoesNotSetAndTheFileOfBefore() throws Exception {
    Path file = folder.resolve(LoopbackHosts.HOSTS.get(0) + ".properties");
    Files.writeString(file, "# settings\nours=1\n");

    cloud.restart(ONE, SettingsChange.setting(Map.of("more", "a 'b' \"$c\"")));

    assertThat(file).hasContent("# settings\nours=1\nmore=a 'b' \"$c\"\n");
    assertThat(Path.of(file + "~")).hasContent("# settings\nours=1\n");
  }

  @Test
  void logsInToAHostOnceHoweverMuchIsAsked() throws Exception {
    cloud.machines();
    cloud.inventory();
    cloud.restart(ONE, SettingsChange.setting(Map.of("more", "1")));

    assertThat(folder.resolve("log/sshd"))
        .content()
        .satisfies(
            log ->
                assertThat(log.lines().filter(line -> line.contains("Accepted publickey")))
                    .hasSize(LoopbackHosts.HOSTS.size()));
  }

  @Test
  void startsNothingOnAHostThatCannotBeReached() throws Exception {
    hosts.stopDaemon();

    assertThat(cloud.machines()).as("no port answers").isEmpty();
    assertThatThrownBy(() -> cloud.launch(3, Map.of()))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("cloud.hosts has no spare host: of 4, 0 run a node, and 127.0.9.1")
        .hasMessageEndingWith("do not answer over ssh.");
    assertThatThrownBy(() -> cloud.terminate(TWO))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("127.0.9.2 cannot be reached by ssh: ");
    assertThat(store.topology().nodes()).as("nothing was ended").hasSize(2);
    hosts.startDaemon();
    assertThat(cloud.machines()).containsOnlyKeys(ONE, TWO);
  }

  @Test
  void aHostWhoseCommandsHangKeepsNoOtherFromBeingCountedAndStarted() throws Exception {
    hosts.hang(LoopbackHosts.HOSTS.get(1));
    Instant before = Instant.now();

    assertThat(cloud.machines()).containsOnlyKeys(ONE);
    assertThat(Instant.now()).as("a list is waited for 20 s").isBefore(before.plusSeconds(20));
    cloud.launch(2, Map.of());

    assertThat(cloud.machines())
        .containsOnlyKeys(ONE, ServiceStore.node(LoopbackHosts.HOSTS.get(2)));
  }

  @Test
  void letsNoUnknownHostInAndNoUnknownKey() throws Exception {
    for (Map<String, String> options :
        List.of(
            Map.of("UserKnownHostsFile", "/dev/null"),
            Map.of("IdentityFile", folder.resolve("host").toString()))) {
      assertThatThrownBy(() -> cloud(options).restart(ONE, SettingsChange.NOTHING))
          .isInstanceOf(PortException.class)
          .hasMessageStartingWith("127.0.9.1 cannot be reached by ssh: ");
    }
    assertThat(store.topology().nodes()).hasSize(2);
  }

  @Test
  void saysWhatACommandSaid() throws Exception {
    Files.delete(folder.resolve(LoopbackHosts.HOSTS.get(2) + ".properties"));

    assertThatThrownBy(() -> cloud.launch(3, Map.of("a", "1")))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("127.0.9.3: 'cat ")
        .hasMessageContaining("No such file");
    assertThat(cloud.machines()).containsOnlyKeys(ONE, TWO);
  }
}
