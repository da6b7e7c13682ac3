package io.proteus.hosts.prometheus;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** A server that answers as it is told to. */
final class Answers implements AutoCloseable {
  /** What is answered; a body of null: nothing is, and the connection stays. */
  record Answer(int status, @org.jspecify.annotations.Nullable String body) {}

  private final HttpServer server;

  private Answers(HttpServer server) {
    this.server = server;
  }

  static Answers of(Function<HttpExchange, Answer> answer) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    server.createContext(
        "/",
        exchange -> {
          Answer now = answer.apply(exchange);
          if (now.body() != null) {
            byte[] bytes = now.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(now.status(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
          }
        });
    server.start();
    return new Answers(server);
  }

  int port() {
    return server.getAddress().getPort();
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + port());
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
