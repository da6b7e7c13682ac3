package io.proteus.deployment.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import io.proteus.core.port.PortException;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterDraftTest {
  @TempDir Path directory;

  @Test
  void serversHaveAddressesOfTheirOwn() throws PortException {
    Cluster cluster = draft(spec().regionServers(3).build(), Optional.empty());

    assertThat(cluster.members())
        .extracting(Member::name, Member::address)
        .containsExactly(
            tuple("rs1", "127.0.0.11"), tuple("rs2", "127.0.0.12"), tuple("rs3", "127.0.0.13"));
  }

  @Test
  void aServerThatWasGivenSettingsKeepsThemAndThatIsSaid() throws PortException {
    Cluster before = draft(spec().regionServers(2).build(), Optional.empty());
    Cluster changed = before.change("rs2", member -> member.with(Map.of("a", "1")));
    List<String> said = new ArrayList<>();

    Cluster again =
        ClusterDraft.of(
            spec().regionServers(3).build(), Optional.of(changed), directory, said::add);

    assertThat(again.members())
        .extracting(Member::settings)
        .containsExactly(Map.of(), Map.of("a", "1"), Map.of());
    assertThat(again.ports()).isEqualTo(before.ports());
    assertThat(said).containsExactly("rs2 keeps its own settings {a=1}");
  }

  @Test
  void dataOfMoreServersThanAskedForIsNotAbandoned() throws PortException {
    Cluster before = draft(spec().regionServers(5).build(), Optional.empty());

    assertThatThrownBy(() -> draft(spec().regionServers(3).build(), Optional.of(before)))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("holds the data of 5 servers, got a cluster of 3")
        .hasMessageContaining("`proteus local down --delete --directory %s`", directory);
  }

  @Test
  void aPortInUseIsNamed() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.12"))) {
      int base = other.getLocalPort() - 20;

      assertThatThrownBy(
              () -> draft(spec().regionServers(2).portBase(base).build(), Optional.empty()))
          .isInstanceOf(PortException.class)
          .hasMessageContaining("127.0.0.12:" + other.getLocalPort());
    }
  }

  @Test
  void portsThatSomebodyTookMeanwhileAreLeftToThem() throws Exception {
    Cluster before = draft(spec().regionServers(1).build(), Optional.empty());
    int master = before.ports().master();
    try (ServerSocket other = new ServerSocket(master, 1, InetAddress.getByName("127.0.0.1"))) {
      assertThat(other.isBound()).isTrue();

      Cluster again = draft(spec().regionServers(1).build(), Optional.of(before));

      assertThat(again.ports()).isNotEqualTo(before.ports());
    }
  }

  @Test
  void aClusterThatDoesNotFitTheMachineIsRefused() {
    ClusterSpec spec = spec().regionServers(5).heap(ByteSize.ofMegabytes(768)).build();

    assertThatThrownBy(
            () -> ClusterDraft.checkMemory(spec, Optional.of(ByteSize.ofMegabytes(4096))))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("5 RegionServers with a heap of 768 MB want about 7.2 GB, 4 GB is");
    assertThatCode(() -> ClusterDraft.checkMemory(spec, Optional.empty()))
        .doesNotThrowAnyException();
  }

  @Test
  void aDiskThatIsAllButFullIsRefusedByItsFolder() throws PortException {
    assertThatThrownBy(() -> ClusterDraft.checkDisk(directory, ByteSize.ofMegabytes(700)))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith(
            "disk: want at least 1 GB free for data and logs in %s, got 700 MB.", directory);
    ClusterDraft.checkDisk(directory, ByteSize.ofMegabytes(1024));
  }

  @Test
  void whatCannotBeIsRefusedBeforeAnythingStarts() {
    assertThatThrownBy(() -> spec().regionServers(0).build())
        .isInstanceOf(InvalidValue.class)
        .hasMessage("--region-servers: want 1..200, got 0.");
    assertThatThrownBy(() -> spec().regionServers(2).replication(3).build())
        .hasMessage("replication: want 1..2 (one copy a DataNode), got 3.");
    assertThatThrownBy(() -> spec().heap(ByteSize.ofMegabytes(64)).build())
        .hasMessage("--heap: want at least 256 MB a RegionServer, got 64 MB.");
    assertThatThrownBy(() -> spec().portBase(80).build())
        .isInstanceOf(InvalidValue.class)
        .hasMessage("--port-base: want 1024..65435, as 100 ports are taken from it on, got 80.");
    assertThatThrownBy(() -> spec().portBase(65_436).build()).isInstanceOf(InvalidValue.class);
    assertThatThrownBy(() -> spec().cores(0.005).build())
        .isInstanceOf(InvalidValue.class)
        .hasMessage("CPU cap: want at least 0.01 cores, got 0.005.");
  }

  @Test
  void whatIsWrittenDownIsReadBack() throws PortException {
    ClusterSpec spec =
        spec()
            .cores(0.22)
            .properties(Map.of("a", "1"))
            .plugin(List.of(Path.of("/plugin.jar")))
            .build();
    Cluster cluster =
        draft(spec, Optional.empty()).change("rs1", member -> member.with(Map.of("b", "2")));
    ClusterFile file = new ClusterFile(directory.resolve("cluster.json"));

    file.write(cluster);

    assertThat(file.read()).contains(cluster);
  }

  @Test
  void aFileOfNothingButNullIsNoCluster() throws Exception {
    Path file = directory.resolve("cluster.json");
    Files.writeString(file, "null");

    assertThatThrownBy(() -> new ClusterFile(file).read())
        .isInstanceOf(PortException.class)
        .hasMessageContaining("cannot be read (it holds null)");
  }

  private Cluster draft(ClusterSpec spec, Optional<Cluster> before) throws PortException {
    return ClusterDraft.of(spec, before, directory, line -> {});
  }

  private static ClusterSpec.Builder spec() {
    return ClusterSpec.on(
        new ServerJars(List.of("/lib/*"), List.of("/classes"), "/built/archives"));
  }
}
