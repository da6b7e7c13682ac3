package io.proteus.cloud.provisioning.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.proteus.cloud.provisioning.remote.RestartSettings.HostKeys;
import io.proteus.cloud.provisioning.remote.RestartsOverSsh.Place;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.port.PortException;
import io.proteus.testkit.LoopbackSshd;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes on machines of a cloud are restarted through a real sshd. */
@Tag("storeless")
class RestartsOverSshIT {
  private static final String ADDRESS = "127.0.9.11";
  private static final NodeId NODE = new NodeId("rs1:16020");
  private static final SettingsChange CHANGE =
      SettingsChange.of(Map.of("heap", "2g"), List.of("gone"));

  /** Writes down what it was started with. */
  private static final String SERVICE =
      """
      #!/bin/sh
      # service.sh FOLDER start|stop
      cd "$1" || exit 1
      case "$2" in
        start) cp settings running && echo start >> orders ;;
        stop) [ -e slow ] && echo > begun && sleep 2; rm -f running && echo stop >> orders ;;
      esac
      """;

  @TempDir Path folder;
  private final List<String> said = new ArrayList<>();
  private LoopbackSshd sshd;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    int port;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    sshd = LoopbackSshd.start(folder, List.of(ADDRESS), port);
    Path service = Files.writeString(folder.resolve("service.sh"), SERVICE);
    Files.setPosixFilePermissions(service, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(folder.resolve("settings"), "heap=1g\ngone=1\nkept=1\n");
  }

  @AfterEach
  void stop() throws IOException, InterruptedException {
    sshd.close();
  }

  private RestartsOverSsh restarts(HostKeys keys, boolean hasFile, Map<String, String> others) {
    Map<String, String> options = sshd.options();
    options.putAll(others);
    return new RestartsOverSsh(
        new RestartSettings(
            "%s/service.sh %s stop".formatted(folder, folder),
            "%s/service.sh %s start".formatted(folder, folder),
            new SettingsFile(
                hasFile ? Optional.of(folder + "/settings") : Optional.empty(),
                SettingsFormat.PROPERTIES,
                "tee {file} > /dev/null"),
            keys,
            new SshAccess(Optional.empty(), options, Duration.ofSeconds(30))),
        node -> new Place("i-0001", node.equals(NODE) ? ADDRESS : ""),
        said::add);
  }

  private String orders() throws IOException {
    Path orders = folder.resolve("orders");
    return Files.exists(orders) ? Files.readString(orders) : "";
  }

  @Test
  void aNodeIsEndedAndStartedWithItsSettingsChanged() throws Exception {
    restarts(HostKeys.KNOWN, true, Map.of()).restart(NODE, CHANGE);

    assertThat(folder.resolve("running")).hasContent("heap=2g\nkept=1\n");
    assertThat(orders()).isEqualTo("stop\nstart\n");
    assertThat(said).containsExactly("i-0001: restarting rs1:16020 on it");
  }

  @Test
  void whatWasSentGoesOnWhereProteusEndsMeanwhile() throws Exception {
    Files.createFile(folder.resolve("slow"));
    RestartsOverSsh restarts = restarts(HostKeys.KNOWN, true, Map.of());
    Thread proteus =
        new Thread(
            () -> {
              try {
                restarts.restart(NODE, CHANGE);
              } catch (PortException e) {
                said.add(e.getMessage());
              }
            });
    proteus.start();
    await().until(() -> Files.exists(folder.resolve("begun")));

    proteus.interrupt(); // its ssh is killed, as with the process
    proteus.join();

    assertThat(said).last().asString().startsWith("Interrupted");
    assertThat(orders()).as("the end takes a while yet").isEmpty();
    await().until(() -> orders().equals("stop\nstart\n"));
  }

  @Test
  void nothingIsStartedWhereTheEndFails() throws Exception {
    Files.delete(folder.resolve("service.sh"));
    Files.createFile(folder.resolve("service.sh"));

    assertThatThrownBy(
            () -> restarts(HostKeys.KNOWN, false, Map.of()).restart(NODE, SettingsChange.NOTHING))
        .isInstanceOf(PortException.class)
        .hasMessageContaining(
            "'%1$s/service.sh %1$s stop && %1$s/service.sh %1$s start' ended with 126"
                .formatted(folder));
    assertThat(orders()).isEmpty();
  }

  @Test
  void nothingIsEndedWhereItsSettingsCannotBeChanged() throws Exception {
    assertThatThrownBy(() -> restarts(HostKeys.KNOWN, false, Map.of()).restart(NODE, CHANGE))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("cloud.restart.settingsFile does not say where its settings are");
    assertThatThrownBy(
            () -> restarts(HostKeys.KNOWN, true, Map.of()).restart(new NodeId("x"), CHANGE))
        .isInstanceOf(PortException.class)
        .hasMessage("x cannot be restarted: its machine i-0001 has no address.");
    assertThat(orders()).isEmpty();
  }

  /** Machines come and go, and an address may be another machine's by then. */
  @Test
  void aMachineIsLetInByItsIdentifierWithTheKeyThatItShowsFirst() throws Exception {
    Path seen = folder.resolve("seen");
    Map<String, String> own = Map.of("UserKnownHostsFile", seen.toString(), "HashKnownHosts", "no");

    assertThatThrownBy(() -> restarts(HostKeys.KNOWN, true, own).restart(NODE, CHANGE))
        .isInstanceOf(Ssh.Unreached.class)
        .hasMessageContaining("Host key verification failed");
    assertThat(orders()).isEmpty();

    restarts(HostKeys.FIRST_SEEN, true, own).restart(NODE, CHANGE);

    assertThat(orders()).isEqualTo("stop\nstart\n");
    assertThat(seen).content().startsWith("i-0001 ");
  }

  @Test
  void aMachineThatShowsAnotherKeyThanAtFirstIsNotLetIn() throws Exception {
    String another = Files.readString(folder.resolve("user.pub")).strip();
    Path seen = Files.writeString(folder.resolve("seen"), "i-0001 " + another + "\n");

    assertThatThrownBy(
            () ->
                restarts(HostKeys.FIRST_SEEN, true, Map.of("UserKnownHostsFile", seen.toString()))
                    .restart(NODE, CHANGE))
        .isInstanceOf(Ssh.Unreached.class);
    assertThat(orders()).isEmpty();
  }
}
