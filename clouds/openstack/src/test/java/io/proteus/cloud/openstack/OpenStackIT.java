package io.proteus.cloud.openstack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.cloud.provisioning.remote.RestartSettings;
import io.proteus.cloud.provisioning.remote.RestartsOverSsh;
import io.proteus.cloud.provisioning.remote.SettingsFile;
import io.proteus.cloud.provisioning.remote.SettingsFormat;
import io.proteus.cloud.provisioning.remote.SshAccess;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.Launch;
import io.proteus.core.port.Machines;
import io.proteus.core.port.PortException;
import io.proteus.testkit.LoopbackSshd;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The contract of all clouds, and random faults, with the real services of OpenStack. */
@Tag("storeless")
class OpenStackIT extends OpenStackContract {
  /** Each takes about 10 s on two cores; 20 have passed, with -Dproteus.openstack.trials=20. */
  private static final int TRIALS = Integer.getInteger("proteus.openstack.trials", 5);

  private static final int ORDERS = 2;
  private static final int MOST = 2;

  @TempDir private static Path folder;
  private static OpenStackServices services;
  private static final Session SESSION = OpenStackServices.session(HttpWire.create());

  @BeforeAll
  static void startServices() throws IOException {
    services = OpenStackServices.start(folder.resolve("openstack.log"));
  }

  @AfterAll
  static void endServices() throws IOException {
    if (services != null) {
      services.close();
    }
  }

  /** Two nodes stay from one test to the next. */
  @BeforeEach
  void start() throws Exception {
    OpenStackSettings settings =
        settings("orders", List.of("small"), List.of("a", "b"), script(""));
    cloud = cloud(settings);
    store = new ServerStore(settings, () -> booted(settings.cluster()));
    startTwoNodes();
  }

  private static OpenStackCloud cloud(OpenStackSettings settings) {
    return new OpenStackCloud(settings, SESSION, said -> {});
  }

  /** User data by which a server tells its settings in a file of its name. */
  private static String script(String fault) throws IOException {
    Path file = Files.createTempFile(folder, "user-data", ".sh");
    String text =
        "%s\ncat > %s/$VM_NAME <<END\n{settings}\nEND\nexec sleep 600\n".formatted(fault, folder);
    return Files.writeString(file, text).toString();
  }

  private static List<Server> servers(String cluster) {
    List<Server> found = new ArrayList<>();
    try {
      SESSION
          .get(Session.Service.COMPUTE, "/servers/detail")
          .path("servers")
          .forEach(server -> found.add(Server.of(server)));
    } catch (Refusal | PortException e) {
      throw new AssertionError(e);
    }
    return found.stream().filter(s -> s.isOf(cluster) && !s.isGone()).toList();
  }

  private static Map<Server, String> booted(String cluster) throws PortException {
    Map<Server, String> scripts = new HashMap<>();
    try {
      for (Server server : servers(cluster)) {
        Path told = folder.resolve(server.name());
        if (server.status().equals("ACTIVE") && Files.exists(told)) {
          scripts.put(server, Files.readString(told));
        }
      }
    } catch (IOException e) {
      throw new PortException("cannot be read", e);
    }
    return scripts;
  }

  @Override
  protected void aStrangerStartsAMachine() throws PortException {
    try {
      cloud(settings("another", List.of("small"), List.of(), script(""))).launch(1, Map.of());
    } catch (IOException e) {
      throw new PortException("cannot be written", e);
    }
  }

  @Test
  void keepsZonesEven() {
    assertThat(servers("orders")).extracting(Server::zone).containsExactlyInAnyOrder("a", "b");
  }

  @Test
  void saysThatNoHostIsValidAndLeavesNothing() throws Exception {
    refuses("of-no-host", "", "Nova finds no valid host for one more server (of-no-host in a");
  }

  @Test
  void saysThatTheQuotaIsUsedUp() throws Exception {
    refuses("over-quota", "", "OpenStack starts no more servers for this project in region");
  }

  /** Nova may tell of the failure while the order is given, or later. */
  @Test
  void endsWhatFailedToStartWithTheNextOrder() throws Exception {
    try {
      failing("small", "# fails").launch(1, Map.of());
      Awaitility.await()
          .atMost(patience())
          .until(() -> servers("failing").stream().allMatch(Server::failedToStart));
    } catch (PortException atOnce) {
      assertThat(atOnce).hasMessageContaining("Nova");
    }
    OpenStackCloud mended = failing("small", "");

    mended.launch(1, Map.of());

    assertThat(servers("failing")).singleElement().matches(Server::counts);
    mended.terminate(mended.machines().keySet().iterator().next());
    assertThat(servers("failing")).isEmpty();
  }

  @Test
  void endsAServerThatNeverBoots() throws Exception {
    OpenStackCloud failing = failing("small", "# never boots");
    failing.launch(1, Map.of());

    failing.terminate(failing.machines().keySet().iterator().next());

    assertThat(servers("failing")).isEmpty();
  }

  /** Its server has an address of this machine, on which a real sshd answers. */
  @Test
  void restartsANodeOnItsServerOverSsh() throws Exception {
    OpenStackSettings settings = onLoopback();
    OpenStackCloud cloud = cloud(settings);
    cloud.launch(1, Map.of());
    String address =
        Awaitility.await()
            .atMost(patience())
            .until(
                () -> servers("restarted").stream().map(Server::ip).findFirst().orElse(""),
                ip -> !ip.isEmpty());
    NodeId node = new NodeId(address + ":1");
    Path host = Files.createDirectory(folder.resolve("host"));
    Path file = Files.writeString(host.resolve("settings"), "heap=1g\n");
    try (LoopbackSshd sshd = LoopbackSshd.start(host, List.of(address), freePort())) {
      RestartSettings how =
          new RestartSettings(
              "echo stop >> %s/orders".formatted(host),
              "echo start >> %s/orders".formatted(host),
              new SettingsFile(
                  Optional.of(file.toString()),
                  SettingsFormat.PROPERTIES,
                  "tee {file} > /dev/null"),
              RestartSettings.HostKeys.FIRST_SEEN,
              new SshAccess(Optional.empty(), sshd.options(), patience()));

      new RestartsOverSsh(how, cloud, said -> {})
          .restart(node, SettingsChange.of(Map.of("heap", "2g"), List.of()));
    }
    assertThat(file).hasContent("heap=2g\n");
    assertThat(host.resolve("orders")).hasContent("stop\nstart\n");
    assertThatThrownBy(() -> cloud.placeOf(new NodeId("127.0.0.9:1")))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "127.0.0.9:1 is on no server with proteus-cluster=restarted; look at cloud.node.");
    cloud.terminate(node);
    assertThat(servers("restarted")).isEmpty();
  }

  private static OpenStackSettings onLoopback() throws IOException {
    OpenStackSettings usual = settings("restarted", List.of("small"), List.of(), script(""));
    return new OpenStackSettings(
        usual.openrc(),
        usual.region(),
        usual.cluster(),
        usual.image(),
        usual.flavors(),
        List.of("loopback"),
        usual.zones(),
        usual.securityGroups(),
        usual.keyPair(),
        usual.userData(),
        "{ip}:1",
        usual.prices(),
        usual.provisioning(),
        usual.start(),
        Optional.empty());
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** With the README's rules, and no others. */
  @Test
  void anApplicationCredentialThatMayOnlyWhatTheReadmeSaysWillDo() throws Exception {
    Session narrow =
        new Session(
            ApplicationCredential.make(OpenStackServices.OPENRC),
            Optional.of("RegionOne"),
            HttpWire.create(),
            Pause.SLEEP);
    OpenStackSettings settings = settings("narrow", List.of("small"), List.of(), script(""));
    OpenStackCloud narrowed = new OpenStackCloud(settings, narrow, said -> {});

    narrowed.launch(1, Map.of());

    assertThat(narrowed.inventory()).hasSize(1);
    narrowed.terminate(narrowed.inventory().get(0).node());
    assertThat(servers("narrow")).isEmpty();
    assertThatThrownBy(() -> narrow.delete(Session.Service.NETWORK, "/ports/none"))
        .as("what no rule allows")
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.status()).isEqualTo(401));
  }

  private void refuses(String flavor, String fault, String sentence) throws Exception {
    OpenStackCloud failing = failing(flavor, fault);

    assertThatThrownBy(() -> failing.launch(1, Map.of()))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith(sentence);
    assertThat(servers("failing")).isEmpty();
  }

  private static OpenStackCloud failing(String flavor, String fault) throws IOException {
    return cloud(settings("failing", List.of(flavor), List.of("a", "b"), script(fault)));
  }

  /** Lost answers, expired tokens, throttling, missing hosts, and servers that others delete. */
  @Test
  void staysWithinBoundsAndLeavesNoOrphanWhateverFails() throws Exception {
    List<NodeId> before = List.copyOf(cloud.machines().keySet());
    for (int seed = 1; seed <= TRIALS; seed++) {
      trial(seed);
    }
    assertThat(cloud.machines()).as("of another cluster").containsOnlyKeys(before);
  }

  private void trial(int seed) throws Exception {
    Random random = new Random(seed);
    List<String> flavors =
        random.nextInt(4) == 0 ? List.of("of-no-host", "small") : List.of("small");
    OpenStackSettings settings = settings("trials", flavors, List.of("a", "b"), script(""));
    Wire faulty = new FaultyWire(HttpWire.create(), random);
    for (int order = 0; order < ORDERS; order++) {
      // every order is given by a new process, as after a crash
      Machines anew = new OpenStackCloud(settings, OpenStackServices.session(faulty), said -> {});
      Launch step = Launch.of(1 + random.nextInt(MOST), Map.of(), "plan-" + seed, order);
      try {
        anew.launch(step);
      } catch (PortException lost) {
        assertThat(lost.getMessage()).as("seed " + seed).contains("OpenStack");
        anew.launch(step);
      }
      assertThat(servers("trials")).as("seed " + seed).hasSizeLessThanOrEqualTo(MOST);
    }
    for (NodeId node : cloud(settings).machines().keySet()) {
      cloud(settings).terminate(node);
    }
    assertThat(servers("trials")).as("orphans of seed " + seed).isEmpty();
  }
}
