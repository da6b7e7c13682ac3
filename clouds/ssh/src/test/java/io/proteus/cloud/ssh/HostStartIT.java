package io.proteus.cloud.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.proteus.cloud.provisioning.Provisioning;
import io.proteus.cloud.provisioning.remote.Ssh;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.Launch;
import io.proteus.core.port.MachineTags;
import io.proteus.core.port.Neighbours;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A spare host becomes a node stage by stage, with a real sshd and real processes (TIR-4). */
@Tag("storeless")
class HostStartIT {
  private static final String HOST = LoopbackHosts.HOSTS.get(0);
  private static final NodeId NODE = ServiceStore.node(HOST);
  private static final Neighbours BESIDE =
      Neighbours.of(
          List.of(new NodeId("db2:1"), new NodeId("db1:1")),
          List.of(Map.of("memory", "4gb"), Map.of("memory", "4gb")));
  private static final Launch LAUNCH = Launch.of(1, Map.of("a", "1"), "plan-7", 2).beside(BESIDE);

  @TempDir private Path folder;

  private LoopbackHosts hosts;
  private final List<String> stages = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    hosts = LoopbackHosts.start(folder, port);
    Files.writeString(
        folder.resolve("template.conf"),
        "name {{node}}\nmemory {{ settings.memory }}\nseeds {{nodes}}\nof {{cluster}}, {{host}}\n");
  }

  @AfterEach
  void endAll() throws Exception {
    hosts.close();
  }

  /** A spare host is given a file and a monitor. */
  private Provisioning provisioning(String ready) {
    return new Provisioning(
        Map.of(folder + "/{host}.conf", folder + "/template.conf"),
        Optional.of(hosts.command("monitor")),
        Optional.of(hosts.command("monitored")),
        Optional.of(ready));
  }

  private SshCloud cloud(Provisioning provisioning, Duration timeout) throws PortException {
    SshCloudSettings settings =
        hosts.settings(
            Map.of(),
            provisioning,
            provisioning.monitor().map(start -> hosts.command("unmonitor")),
            timeout);
    return new SshCloud(settings, new Ssh(settings.access(), "cloud"), said -> {});
  }

  private SshCloud cloud(Provisioning provisioning) throws PortException {
    return cloud(provisioning, Duration.ofSeconds(30));
  }

  private void launch(SshCloud cloud) throws PortException {
    cloud.launch(LAUNCH, stage -> stages.add(stage.toString()));
  }

  private Path file(String suffix) {
    return folder.resolve(HOST + suffix);
  }

  private Path mark() {
    return folder.resolve("marks/service." + HOST);
  }

  private static boolean runs(Path pid) throws IOException {
    return Files.exists(pid)
        && ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
            .filter(ProcessHandle::isAlive)
            .isPresent();
  }

  @Test
  void aSpareHostGetsItsFilesItsMonitorAndItsStore() throws Exception {
    SshCloud cloud = cloud(provisioning("true"));

    launch(cloud);

    assertThat(stages)
        .containsExactly(
            HOST + " is taken, a spare host",
            "%s has its files, %s".formatted(HOST, file(".conf")),
            "the monitor answers on " + HOST,
            "the store runs on " + HOST);
    assertThat(file(".conf"))
        .hasContent(
            "name %s\nmemory 4gb\nseeds db1:1,db2:1\nof services, %s\n".formatted(NODE, HOST));
    assertThat(Files.readString(file(".running"))).contains("a=1");
    assertThat(runs(file(".monitor"))).isTrue();
    assertThat(cloud.machines()).containsOnlyKeys(NODE);
    assertThat(cloud.neighboursWanted()).contains(Set.of("memory"));

    cloud.terminate(NODE);

    assertThat(runs(file(".pid"))).isFalse();
    assertThat(file(".monitor")).doesNotExist();
    assertThat(mark()).doesNotExist();
  }

  @Test
  void goesOnWhereACrashCutItShort() throws Exception {
    SshCloud cloud = cloud(provisioning("true"));
    for (String stage : List.of("marked", "files", "monitor", "started")) {
      stages.clear();
      HostMark mark = HostMark.begun(MachineTags.of("services", LAUNCH), Map.of());
      if (!stage.equals("marked")) {
        Files.writeString(file(".conf"), "half a fi");
      }
      if (List.of("monitor", "started").contains(stage)) {
        hosts.serviceByHand("monitor", HOST);
        mark = mark.withMonitor();
      }
      if (stage.equals("started")) {
        hosts.serviceByHand("start", HOST);
      }
      Files.createDirectories(mark().getParent());
      Files.writeString(mark(), mark.text());
      String monitor = stage.equals("monitor") ? Files.readString(file(".monitor")) : "";
      String node = stage.equals("started") ? Files.readString(file(".pid")) : "";

      launch(cloud);
      launch(cloud);

      assertThat(cloud.machines()).as(stage).containsOnlyKeys(NODE);
      assertThat(stages).as(stage).endsWith("the store runs on " + HOST);
      assertThat(runs(file(".monitor"))).as(stage).isTrue();
      if (!monitor.isEmpty()) {
        assertThat(file(".monitor")).as("no second monitor").hasContent(monitor);
      }
      if (!node.isEmpty()) {
        assertThat(file(".pid")).as("no second start").hasContent(node);
      } else {
        assertThat(Files.readString(file(".conf"))).as(stage).startsWith("name " + NODE);
      }
      cloud.terminate(NODE);
      assertThat(file(".monitor")).as(stage).doesNotExist();
    }
  }

  @Test
  void aFileThatCannotBeWrittenLeavesNothing() throws Exception {
    Provisioning nowhere =
        new Provisioning(
            Map.of(folder + "/nowhere/{host}.conf", folder + "/template.conf"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    assertThatThrownBy(() -> launch(cloud(nowhere)))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith(HOST + ": 'install ")
        .hasMessageContaining("No such file")
        .hasMessageEndingWith(" It is put back: nothing of it runs on %s.".formatted(HOST));
    assertThat(stages).containsExactly(HOST + " is taken, a spare host");
    assertThat(mark()).doesNotExist();
    assertThat(cloud(nowhere).machines()).isEmpty();
  }

  @Test
  void aMonitorThatDoesNotComeUpKeepsTheStoreFromStarting() throws Exception {
    Provisioning deaf =
        new Provisioning(
            Map.of(),
            Optional.of(hosts.command("monitor")),
            Optional.of("false"),
            Optional.empty());

    // every other command on a busy machine has to end within it, too
    assertThatThrownBy(() -> launch(cloud(deaf, Duration.ofSeconds(10))))
        .isInstanceOf(PortException.class)
        .hasMessage(
            HOST
                + ": its monitor does not answer within 10 s (cloud.timeout): 'false' ends with 1."
                + " It is put back: nothing of it runs on "
                + HOST
                + ".");
    assertThat(file(".pid")).doesNotExist();
    assertThat(file(".monitor")).doesNotExist();
    assertThat(mark()).doesNotExist();
  }

  @Test
  void aMonitorThatRanBeforeIsLeftAlone() throws Exception {
    hosts.serviceByHand("monitor", HOST);
    SshCloud cloud = cloud(provisioning("true"));

    launch(cloud);
    cloud.terminate(NODE);

    assertThat(runs(file(".monitor"))).isTrue();
  }

  @Test
  void aStoreThatDoesNotAnswerIsStopped() throws Exception {
    assertThatThrownBy(
            () -> launch(cloud(provisioning("echo loading; exit 3"), Duration.ofSeconds(10))))
        .isInstanceOf(PortException.class)
        .hasMessageContaining(
            "service runs and does not answer within 10 s (cloud.timeout): 'echo loading; exit 3' ends with 3: loading")
        .hasMessageEndingWith("nothing of it runs on %s.".formatted(HOST));
    assertThat(runs(file(".pid"))).isFalse();
    assertThat(file(".monitor")).doesNotExist();
    assertThat(mark()).doesNotExist();
  }

  @Test
  void aStartThatIsWaitedForNoMoreIsPutBack() throws Exception {
    AtomicReference<String> told = new AtomicReference<>("nothing");
    AtomicBoolean interrupted = new AtomicBoolean();
    SshCloud cloud = cloud(provisioning("false"));
    Thread starting =
        new Thread(
            () -> {
              try {
                launch(cloud);
              } catch (PortException e) {
                told.set(e.getMessage());
                interrupted.set(Thread.currentThread().isInterrupted());
              }
            });
    starting.start();
    await().atMost(Duration.ofSeconds(30)).until(() -> runs(file(".pid")));

    starting.interrupt();
    starting.join();

    assertThat(told.get())
        .startsWith("Interrupted while " + HOST)
        .endsWith(" It is put back: nothing of it runs on %s.".formatted(HOST));
    assertThat(interrupted).isTrue();
    assertThat(runs(file(".pid"))).isFalse();
    assertThat(file(".monitor")).doesNotExist();
    assertThat(mark()).doesNotExist();
  }

  @Test
  void aHostWhoseStartFailedIsPassedOverWhileAnotherIsSpare() throws Exception {
    String other = LoopbackHosts.HOSTS.get(1);
    SshCloud cloud = cloud(provisioning("test {host} = " + other), Duration.ofSeconds(6));
    assertThatThrownBy(() -> launch(cloud)).hasMessageContaining(HOST + ": service runs");
    stages.clear();

    launch(cloud);

    assertThat(stages.get(0))
        .startsWith(HOST + " is passed over: a start there failed ")
        .endsWith(" s ago");
    assertThat(stages).endsWith("the store runs on " + other);
    assertThat(cloud.machines()).containsOnlyKeys(ServiceStore.node(other));
  }

  @Test
  void whereNoOtherHostIsSpareTheOneThatFailedIsTriedAgain() throws Exception {
    for (String host : LoopbackHosts.HOSTS.subList(1, LoopbackHosts.HOSTS.size())) {
      hosts.serviceByHand("start", host);
    }
    Path repaired = folder.resolve("repaired");
    SshCloud cloud = cloud(provisioning("test -e " + repaired), Duration.ofSeconds(6));
    Launch last = Launch.of(LoopbackHosts.HOSTS.size(), Map.of(), "plan-8", 1).beside(BESIDE);
    assertThatThrownBy(() -> cloud.launch(last, stage -> {}))
        .hasMessageContaining("nothing of it runs on " + HOST);
    Files.createFile(repaired);

    cloud.launch(last, stage -> {});

    assertThat(cloud.machines()).containsKey(NODE);
  }

  @Test
  void whatAnotherOrderBeganAndLeftIsClearedFirst() throws Exception {
    String other = LoopbackHosts.HOSTS.get(3);
    hosts.serviceByHand("monitor", other);
    Files.createDirectories(mark().getParent());
    Path left = mark().resolveSibling("service." + other);
    Files.writeString(
        left,
        HostMark.begun(new MachineTags("services", "plan-6", "plan-6-0"), Map.of())
            .withMonitor()
            .text());

    launch(cloud(provisioning("true")));

    assertThat(left).doesNotExist();
    assertThat(folder.resolve(other + ".monitor")).doesNotExist();
  }

  @Test
  void refusesTemplatesBeforeAnythingIsStarted() throws Exception {
    Provisioning good = provisioning("true");
    Path template = folder.resolve("template.conf");

    Files.writeString(template, "name {{nod}}\n");
    assertThatThrownBy(() -> cloud(good))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "cloud.files: %s: want places among {{cluster}}, {{host}}, {{hosts}}, {{node}}, {{nodes}}, {{settings}} and {{settings.KEY}}, got {{nod}}."
                .formatted(template));
    Files.writeString(template, "{{settings.disks}}");
    assertThatThrownBy(() -> launch(cloud(good)))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith(
            "cloud.files: %s: {{settings.disks}}: no running node tells its disks."
                .formatted(template));
    Files.delete(template);
    assertThatThrownBy(() -> cloud(good))
        .isInstanceOf(PortException.class)
        .hasMessage("cloud.files: want templates that can be read, got %s.".formatted(template));
    assertThat(mark()).doesNotExist();
  }
}
