package io.proteus.hosts.ganglia;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Address;
import io.proteus.core.units.Ratio;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a gmond 3.7.2 told once, and what may be wrong with such an answer. */
class GangliaHostsTest {
  private static final NodeId RS1 = new NodeId("rs1:16020");
  private static final NodeId RS2 = new NodeId("rs2:16020");

  private final List<Thread> servers = new ArrayList<>();
  private final List<ServerSocket> sockets = new ArrayList<>();
  private String sample = "";

  @BeforeEach
  void readSample() throws IOException {
    try (var in = Objects.requireNonNull(getClass().getResourceAsStream("/gmond.xml"))) {
      sample = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @AfterEach
  void end() throws Exception {
    for (ServerSocket socket : sockets) {
      socket.close();
    }
    for (Thread server : servers) {
      server.join();
    }
  }

  /** Tells the same to everyone who connects, and then ends the connection, or does not. */
  private Address telling(String text, boolean ends) throws IOException {
    ServerSocket socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    sockets.add(socket);
    Thread server = new Thread(() -> serve(socket, text, ends));
    servers.add(server);
    server.start();
    return new Address("127.0.0.1", socket.getLocalPort());
  }

  private static void serve(ServerSocket socket, String text, boolean ends) {
    while (!socket.isClosed()) {
      try (Socket client = socket.accept();
          OutputStream out = client.getOutputStream()) {
        out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
        if (!ends) {
          client.getInputStream().read();
        }
      } catch (IOException e) {
        if (!socket.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private static GangliaHosts asking(Address... addresses) {
    return asking(Optional.empty(), Map.of(), addresses);
  }

  private static GangliaHosts asking(
      Optional<String> cluster, Map<String, String> names, Address... addresses) {
    return new GangliaHosts(
        new GangliaSettings(
            List.of(addresses), cluster, names, Duration.ofMinutes(1), Duration.ofSeconds(2)));
  }

  private HostLoad read(String text) throws Exception {
    return asking(telling(text, true)).read(List.of(RS1)).getOrDefault(RS1, HostLoad.UNKNOWN);
  }

  @Test
  void readsWhatMeTWantsToKnow() throws Exception {
    HostLoad load = read(sample);

    assertThat(share(load.cpu())).isCloseTo(0.752, within(1e-9));
    assertThat(share(load.ioWait())).isCloseTo(0.004, within(1e-9));
    assertThat(share(load.memory()))
        .isCloseTo(1 - (18088848.0 + 854520 + 5632) / 24684092, within(1e-9));
  }

  @Test
  void leavesOutWhatIsOldAndKeepsWhatNeverChanges() throws Exception {
    String old = sample.replaceAll("(NAME=\"cpu_idle\"[^>]* TN=)\"1\"", "$1\"61\"");
    String oldTotal = sample.replaceAll("(NAME=\"mem_total\"[^>]* TN=)\"6\"", "$1\"1100\"");
    String gone =
        sample.replaceAll("(NAME=\"cpu_wio\"[^>]* TN=)\"1\"([^>]* DMAX=)\"0\"", "$1\"9\"$2\"5\"");

    assertThat(read(old).cpu()).isNull();
    assertThat(read(old).ioWait()).isNotNull();
    assertThat(read(oldTotal).memory()).isNotNull();
    assertThat(read(gone).ioWait()).isNull();
    assertThat(share(read(gone).cpu())).isCloseTo(0.756, within(1e-9));
  }

  @Test
  void takesASilentHostForDown() throws Exception {
    assertThat(read(sample.replace("TN=\"1\" TMAX=\"20\"", "TN=\"80\" TMAX=\"20\"")).cpu())
        .isNotNull();
    assertThat(read(sample.replace("TN=\"1\" TMAX=\"20\"", "TN=\"81\" TMAX=\"20\"")))
        .isEqualTo(HostLoad.UNKNOWN);
  }

  @Test
  void readsWhatIsNoNumberAsMissing() throws Exception {
    String broken =
        sample
            .replace("VAL=\"24.4\"", "VAL=\"nan\"")
            .replace("VAL=\"0.4\"", "VAL=\"\"")
            .replace("VAL=\"24684092\"", "VAL=\"-1\"");

    assertThat(read(broken)).isEqualTo(HostLoad.UNKNOWN);
  }

  @Test
  void findsHostsByNameByAddressAndByMapping() throws Exception {
    String other =
        sample.replace("HOST NAME=\"rs1\" IP=\"rs1\"", "HOST NAME=\"a\" IP=\"10.0.0.7\"");
    NodeId byAddress = new NodeId("10.0.0.7:16020");

    assertThat(asking(telling(other, true)).read(List.of(byAddress, RS1)))
        .containsOnlyKeys(byAddress);
    assertThat(
            asking(Optional.empty(), Map.of(RS1.value(), "a"), telling(other, true))
                .read(List.of(RS1, RS2)))
        .containsOnlyKeys(RS1);
  }

  @Test
  void refusesToGuessBetweenHostsOfOneName() throws Exception {
    String cluster = sample.substring(sample.indexOf("<CLUSTER"), sample.indexOf("</GANGLIA_XML>"));
    String two =
        sample.replace(
            "</GANGLIA_XML>", cluster.replace("\"hbase\"", "\"staging\"") + "</GANGLIA_XML>");
    Address address = telling(two, true);

    assertThatThrownBy(() -> asking(address).read(List.of(RS1)))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "Ganglia has 2 hosts that are called rs1 (clusters hbase, staging); name one of them in"
                + " hosts.ganglia.cluster or hosts.ganglia.names.");
    assertThat(asking(Optional.of("staging"), Map.of(), address).read(List.of(RS1)))
        .containsOnlyKeys(RS1);
    assertThat(asking(Optional.of("prod"), Map.of(), address).read(List.of(RS1))).isEmpty();
  }

  @Test
  void asksTheNextOneWhereOneIsDown() throws Exception {
    Address dead = telling("", true);
    sockets.get(0).close();

    assertThat(asking(dead, telling(sample, true)).read(List.of(RS1))).containsOnlyKeys(RS1);
    assertThatThrownBy(() -> asking(dead).read(List.of(RS1)))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("Ganglia at %s does not answer: ".formatted(dead))
        .hasMessageContaining("hosts.ganglia.addresses");
  }

  @Test
  void refusesWhatIsNoGanglia() throws Exception {
    for (String text :
        List.of(
            "",
            "HTTP/1.1 400 Bad Request\r\n\r\n",
            "<html></html>",
            sample.substring(0, sample.length() / 2))) {
      Address address = telling(text, true);
      assertThatThrownBy(() -> asking(address).read(List.of(RS1)))
          .isInstanceOf(PortException.class)
          .hasMessage(
              "%s is no gmond or gmetad, or its answer was cut off; its XML is on port 8649 or 8651."
                  .formatted(address));
    }
  }

  @Test
  void waitsNoLongerThanItIsToldTo() throws Exception {
    Address drips = telling(sample, false);

    assertThatThrownBy(() -> asking(drips).read(List.of(RS1)))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("does not answer");
  }

  @Test
  void expandsNothing() throws Exception {
    String bomb =
        "<!DOCTYPE GANGLIA_XML [<!ENTITY a SYSTEM \"file:///etc/passwd\">]><GANGLIA_XML><CLUSTER"
            + " NAME=\"x\"><HOST NAME=\"&a;\" IP=\"\"/></CLUSTER></GANGLIA_XML>";
    Address address = telling(bomb, true);

    assertThatThrownBy(() -> asking(address).read(List.of(RS1)))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("is no gmond");
  }

  private static double share(@org.jspecify.annotations.Nullable Ratio ratio) {
    assertThat(ratio).isNotNull();
    return ratio.value();
  }
}
