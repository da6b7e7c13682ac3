package io.proteus.app.command;

import io.proteus.cloud.kubernetes.Image;
import io.proteus.cloud.kubernetes.RunningPod;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * A server of a Redis or Valkey cluster in each pod. As with an {@code emptyDir}, a pod's files
 * stay while the pod is there, also where its server ends; a pod that is made anew has none of
 * them, and another address.
 */
final class RedisImage implements Image {
  /** More than a test makes. */
  private static final int PODS = 20;

  private static final int PATIENCE_MILLIS = 500;

  private final Path folder;
  private final int port = freePort();
  private volatile String server = "redis-server";
  private final Map<String, String> addresses = new ConcurrentHashMap<>();
  private final Map<String, Process> servers = new ConcurrentHashMap<>();
  private final Queue<Process> started = new ConcurrentLinkedQueue<>();

  /**
   * @param folder for the pods' files
   */
  RedisImage(Path folder) {
    this.folder = folder;
  }

  int port() {
    return port;
  }

  /** The program of the servers that are started from now on. */
  void serveBy(String program) {
    server = program;
  }

  /** The latest server of the pod of this name. */
  Process serverOf(String pod) {
    return servers.get(pod);
  }

  /** All that were ever started. */
  List<Process> started() {
    return List.copyOf(started);
  }

  /** Where the latest pod of this name is. */
  String addressOf(String pod) {
    return addresses.get(pod);
  }

  @Override
  public String addressFor(RunningPod pod) {
    int made = 1 + (int) folders();
    addresses.put(pod.name(), address(made));
    return address(made);
  }

  private long folders() {
    String[] made = folder.toFile().list((in, name) -> name.startsWith("pod-"));
    return made == null ? 0 : made.length;
  }

  private static String address(int pod) {
    return "127.0.9." + pod;
  }

  @Override
  public Process start(RunningPod pod, String address) throws IOException {
    Path files = Files.createDirectories(folder.resolve("pod-" + pod.uid()));
    List<String> command =
        new ArrayList<>(
            List.of(
                server,
                "--bind",
                address,
                "--port",
                Integer.toString(port),
                "--cluster-enabled",
                "yes",
                "--cluster-announce-ip",
                address,
                "--cluster-node-timeout",
                "5000",
                "--dir",
                files.toString(),
                "--save",
                "",
                "--appendonly",
                "yes"));
    pod.settings()
        .forEach(
            (key, value) -> {
              command.add("--" + key);
              command.add(value);
            });
    Process server =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(
                ProcessBuilder.Redirect.appendTo(
                    folder.resolve("%s-%s.log".formatted(pod.name(), address)).toFile()))
            .start();
    started.add(server);
    servers.put(pod.name(), server);
    return server;
  }

  @Override
  public boolean isReady(String address) {
    try (Jedis client = new Jedis(address, port, PATIENCE_MILLIS)) {
      return client.ping().equals("PONG");
    } catch (JedisException stillStarts) {
      return false;
    }
  }

  /** A port that is free on each address, and with it the one of the cluster's bus. */
  private static int freePort() {
    return IntStream.range(13_000, 18_000)
        .filter(port -> isFree(port) && isFree(port + 10_000))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no port is free"));
  }

  private static boolean isFree(int port) {
    for (int pod = 1; pod <= PODS; pod++) {
      try (ServerSocket socket = new ServerSocket()) {
        socket.bind(new InetSocketAddress(InetAddress.getByName(address(pod)), port));
      } catch (IOException e) {
        return false;
      }
    }
    return true;
  }
}
