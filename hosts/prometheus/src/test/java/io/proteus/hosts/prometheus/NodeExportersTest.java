package io.proteus.hosts.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Ratio;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class NodeExportersTest {
  private static final NodeId NODE = new NodeId("127.0.0.1:16020");
  private static final NodeId OTHER = new NodeId("127.0.0.2:16020");

  private static String told(double idle, double waiting, double user) {
    return """
    node_cpu_seconds_total{cpu="0",mode="idle"} %s
    node_cpu_seconds_total{cpu="0",mode="iowait"} %s
    node_cpu_seconds_total{cpu="0",mode="user"} %s
    node_memory_MemAvailable_bytes 1e9
    node_memory_MemTotal_bytes 4e9
    """
        .formatted(idle, waiting, user);
  }

  private static NodeExporters asking(int port, Map<String, String> names) {
    return new NodeExporters(new NodeExporterSettings(port, names, Duration.ofSeconds(1)));
  }

  @Test
  void knowsTheCpuFromTheSecondReadingOn() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    List<String> answers = List.of(told(100, 10, 50), told(106, 11, 53), told(106, 11, 53.1));
    try (Answers server =
        Answers.of(exchange -> new Answers.Answer(200, answers.get(asked.getAndIncrement())))) {
      NodeExporters exporters = asking(server.port(), Map.of());

      assertThat(exporters.read(List.of(NODE)))
          .containsExactly(Map.entry(NODE, new HostLoad(null, null, Ratio.of(0.75))));
      assertThat(exporters.read(List.of(NODE)))
          .containsExactly(
              Map.entry(NODE, new HostLoad(Ratio.of(0.3), Ratio.of(0.1), Ratio.of(0.75))));
      assertThat(exporters.read(List.of(NODE)).get(NODE).cpu()).as("over no time").isNull();
    }
  }

  @Test
  void beginsAnewWhereCountersDid() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    List<String> answers = List.of(told(100, 10, 50), told(1, 0, 0), told(2, 0, 3));
    try (Answers server =
        Answers.of(exchange -> new Answers.Answer(200, answers.get(asked.getAndIncrement())))) {
      NodeExporters exporters = asking(server.port(), Map.of());
      exporters.read(List.of(NODE));

      assertThat(exporters.read(List.of(NODE)).get(NODE).cpu()).isNull();
      assertThat(exporters.read(List.of(NODE)).get(NODE).cpu()).isEqualTo(Ratio.of(0.75));
    }
  }

  @Test
  void leavesOutTheOneThatIsSilentAndFailsWhereAllAre() throws Exception {
    try (Answers speaks = Answers.of(exchange -> new Answers.Answer(200, told(1, 0, 1)));
        Answers hangs = Answers.of(exchange -> new Answers.Answer(200, null));
        Answers empty = Answers.of(exchange -> new Answers.Answer(404, ""))) {
      Map<String, String> names = Map.of(OTHER.value(), "127.0.0.1:" + hangs.port());

      assertThat(asking(speaks.port(), names).read(List.of(NODE, OTHER))).containsOnlyKeys(NODE);
      assertThat(asking(empty.port(), Map.of()).read(List.of(NODE))).isEmpty();
      assertThatThrownBy(() -> asking(1, names).read(List.of(OTHER)))
          .isInstanceOf(PortException.class)
          .hasMessageContaining("http://127.0.0.1:%d".formatted(hangs.port()))
          .hasMessageContaining("hosts.node-exporter.names");
    }
  }

  @Test
  void saysWhichNameIsNone() {
    NodeExporters exporters = asking(9100, Map.of(NODE.value(), "no host"));

    assertThatThrownBy(() -> exporters.read(List.of(NODE)))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "hosts.node-exporter.names: want a host or host:port for 127.0.0.1:16020, got no"
                + " host.");
  }
}
