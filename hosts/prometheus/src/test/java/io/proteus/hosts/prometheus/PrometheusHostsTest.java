package io.proteus.hosts.prometheus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.cluster.HostLoad;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Ratio;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrometheusHostsTest {
  private static final NodeId RS1 = new NodeId("rs1:16020");
  private static final NodeId RS2 = new NodeId("rs2:16020");

  @TempDir private Path folder;

  private static PrometheusHosts asking(URI address, Optional<Path> token) {
    return new PrometheusHosts(
        new PrometheusSettings(
            address,
            "cpu",
            "ioWait",
            "memory",
            "instance",
            Map.of(RS2.value(), "ten"),
            token,
            Duration.ofSeconds(1)));
  }

  private static String vector(String... series) {
    return "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[%s]}}"
        .formatted(String.join(",", series));
  }

  private static String series(String instance, String value) {
    return "{\"metric\":{\"instance\":\"%s\"},\"value\":[1,\"%s\"]}".formatted(instance, value);
  }

  @Test
  void readsSharesByHostAndLeavesOutWhatIsMissing() throws Exception {
    try (Answers server =
        Answers.of(
            exchange ->
                new Answers.Answer(
                    200,
                    switch (exchange.getRequestURI().getQuery()) {
                      case "query=cpu" ->
                          vector(
                              series("rs1:9100", "0.25"),
                              series("ten", "NaN"),
                              series("other", "1"));
                      case "query=ioWait" ->
                          vector(series("rs1:9100", "0.5"), series("rs1:9101", "0.1"));
                      default -> vector(series("ten:9100", "1.2"));
                    }))) {

      assertThat(asking(server.address(), Optional.empty()).read(List.of(RS1, RS2)))
          .isEqualTo(
              Map.of(
                  RS1, new HostLoad(Ratio.of(0.25), null, null),
                  RS2, new HostLoad(null, null, Ratio.of(1))));
    }
  }

  @Test
  void bringsTheTokenOfAFile() throws Exception {
    Path token = Files.writeString(folder.resolve("token"), "secret\n");
    try (Answers server =
        Answers.of(
            exchange ->
                "Bearer secret".equals(exchange.getRequestHeaders().getFirst("Authorization"))
                    ? new Answers.Answer(200, vector(series("rs1", "0.5")))
                    : new Answers.Answer(401, "Unauthorized"))) {

      assertThat(asking(server.address(), Optional.of(token)).read(List.of(RS1)))
          .containsOnlyKeys(RS1);
      assertThatThrownBy(() -> asking(server.address(), Optional.empty()).read(List.of(RS1)))
          .isInstanceOf(PortException.class)
          .hasMessageEndingWith("refuses with 401; look at hosts.prometheus.tokenFile.");
      assertThatThrownBy(
              () ->
                  asking(server.address(), Optional.of(folder.resolve("none"))).read(List.of(RS1)))
          .isInstanceOf(PortException.class)
          .hasMessage("The token in %s cannot be read.".formatted(folder.resolve("none")));
    }
  }

  @Test
  void saysWhatIsWrong() throws Exception {
    assertWrong(
        new Answers.Answer(400, "{\"status\":\"error\",\"error\":\"parse error: unexpected x\"}"),
        "refuses the query of hosts.prometheus.cpu: parse error: unexpected x");
    assertWrong(new Answers.Answer(200, "<html>"), "is no Prometheus server");
    assertWrong(new Answers.Answer(404, ""), "is no Prometheus server");
    assertWrong(
        new Answers.Answer(
            200,
            "{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":[1,\"2\"]}}"),
        "yields no vector; got 200 with scalar");
    assertWrong(new Answers.Answer(200, null), "did not answer within 1 s");
  }

  private static void assertWrong(Answers.Answer answer, String message) throws Exception {
    try (Answers server = Answers.of(exchange -> answer)) {
      assertThatThrownBy(() -> asking(server.address(), Optional.empty()).read(List.of(RS1)))
          .isInstanceOf(PortException.class)
          .hasMessageContaining(message);
    }
  }
}
