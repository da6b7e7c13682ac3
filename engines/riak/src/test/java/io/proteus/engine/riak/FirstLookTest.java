package io.proteus.engine.riak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.proteus.core.port.PortException;
import io.proteus.testkit.ManualClock;
import io.proteus.testkit.riak.RecordedRiak;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is no cluster of a known kind is refused with the reason. */
class FirstLookTest {
  private static final String NODE = "riak1@127.0.0.1";

  @TempDir private Path folder;

  private PortException refusal(String ping, String stats) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    answer(server, "/ping", ping);
    answer(server, "/stats", stats);
    server.start();
    try {
      return refusal(server.getAddress().getPort(), "false");
    } finally {
      server.stop(0);
    }
  }

  private static void answer(HttpServer server, String path, String body) {
    server.createContext(
        path,
        exchange -> {
          byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  private PortException refusal(int port, String command) {
    RiakSettings settings =
        RiakUnderTest.settings(
            folder, List.of(NODE), Map.of(NODE, "127.0.0.1:" + port), command, false);
    PortException[] refused = new PortException[1];
    assertThatThrownBy(() -> RiakStore.connect(settings, Set.of()))
        .isInstanceOfSatisfying(PortException.class, e -> refused[0] = e);
    return refused[0];
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hello | {} | does not answer as Riak KV does. Is another service on that port?",
        "OK | {} | does not answer as Riak KV does",
        "OK | {\"riak_kv_version\": \"2.2.3-0-g0\", \"nodename\": \"riak1@127.0.0.1\"} | want Riak"
            + " KV 3, got 2.2.3-0-g0",
        "OK | {\"riak_kv_version\": \"riak_kv-3.0.9+b\", \"nodename\": \"other@127.0.0.1\"} | is"
            + " other@127.0.0.1 and not riak1@127.0.0.1",
        "OK | {\"riak_kv_version\": \"riak_kv-3.0.9+b\", \"nodename\": \"riak1@127.0.0.1\","
            + " \"ring_members\": [\"riak1@127.0.0.1\"]} | is alone and no cluster",
      })
  void anotherServiceAnotherVersionAnotherNodeAndASingleNodeAreRefused(
      String ping, String stats, String sentence) throws Exception {
    assertThat(refusal(ping, stats)).hasMessageContaining(NODE).hasMessageContaining(sentence);
  }

  @Test
  void anAddressWhereNobodyAnswersIsNamed() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }

    assertThat(refusal(port, "riak"))
        .hasMessageContaining("does not answer at http://127.0.0.1:" + port)
        .hasMessageContaining("engine.port");
  }

  @Test
  void aCommandThatCannotBeRunIsNamed() throws Exception {
    try (RecordedRiak riak = new RecordedRiak(folder, ManualClock.start())) {
      RiakSettings settings =
          RiakUnderTest.settings(
              folder, List.of(NODE), riak.addresses(), folder + "/no-such-command", false);

      assertThatThrownBy(() -> RiakStore.connect(settings, Set.of()))
          .hasMessageContaining("engine.command")
          .hasMessageContaining("no-such-command cannot be run");
    }
  }
}
