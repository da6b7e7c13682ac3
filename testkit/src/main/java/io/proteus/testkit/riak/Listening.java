package io.proteus.testkit.riak;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.function.Supplier;

/** The doors of the double: HTTP for each node, and a command {@code riak}. */
final class Listening {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();

  private Listening() {}

  /**
   * Answers /ping and /stats as long as the node runs; what it answers is empty while it does not.
   */
  static HttpServer http(Supplier<String> ping, Supplier<String> stats) {
    try {
      HttpServer server = HttpServer.create(new InetSocketAddress(LOOPBACK, 0), 0);
      add(server, "/ping", ping);
      add(server, "/stats", stats);
      server.setExecutor(Executors.newCachedThreadPool(Listening::daemon));
      server.start();
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "recorded-riak");
    thread.setDaemon(true);
    return thread;
  }

  private static void add(HttpServer server, String path, Supplier<String> body) {
    server.createContext(
        path,
        exchange -> {
          byte[] bytes = body.get().getBytes(StandardCharsets.UTF_8);
          if (bytes.length == 0) {
            exchange.close(); // as if nobody listened
            return;
          }
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  /**
   * Writes a command that asks here: its first word is the node, and the others are what is asked.
   */
  static ServerSocket command(Path file, Function<List<String>, Recording> asked) {
    try {
      ServerSocket socket = new ServerSocket(0, 50, LOOPBACK);
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(
          file,
          """
          #!/bin/bash
          exec 3<>/dev/tcp/127.0.0.1/%d
          printf '%%s\\n' "$@" "" >&3
          IFS= read -r code <&3
          [ "$code" != 0 ] || exec cat <&3
          cat <&3
          exit "$code"
          """
              .formatted(socket.getLocalPort()));
      if (!file.toFile().setExecutable(true)) {
        throw new IOException(file + " cannot be made a command");
      }
      daemon(() -> serve(socket, asked)).start();
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void serve(ServerSocket socket, Function<List<String>, Recording> asked) {
    while (!socket.isClosed()) {
      try (Socket client = socket.accept();
          BufferedReader lines =
              new BufferedReader(
                  new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
        List<String> words = new ArrayList<>();
        for (String line = lines.readLine(); line != null && !line.isEmpty(); ) {
          words.add(line);
          line = lines.readLine();
        }
        Recording answer = asked.apply(words);
        client
            .getOutputStream()
            .write((answer.exit() + "\n" + answer.text()).getBytes(StandardCharsets.UTF_8));
      } catch (IOException e) {
        // whoever asked has gone, or the double is closed
      }
    }
  }
}
