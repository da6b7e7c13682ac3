package io.proteus.cloud.provisioning.remote;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One connection for each host ({@code ControlMaster} of ssh_config(5)), so that a host does not
 * have to agree on keys for each command. They end with this process, or {@link #IDLE} after it was
 * killed. Where they cannot be shared, each command has one of its own.
 */
final class SharedConnections {
  private static final String IDLE = "90s";
  private static final long MOST_SECONDS = 2;

  /** The path of a socket has 104 characters or more; OpenSSH adds 17 while it makes one. */
  private static final int LONGEST_FOLDER = 80;

  private final Optional<Path> folder;
  private final Map<String, Path> sockets = new ConcurrentHashMap<>();
  private final AtomicInteger next = new AtomicInteger();

  private SharedConnections(Optional<Path> folder) {
    this.folder = folder;
  }

  static SharedConnections open() {
    try {
      // only its owner gets in
      Path folder = Files.createTempDirectory("proteus-ssh");
      if (folder.toString().length() > LONGEST_FOLDER) {
        Files.delete(folder);
        return new SharedConnections(Optional.empty());
      }
      SharedConnections connections = new SharedConnections(Optional.of(folder));
      Runtime.getRuntime().addShutdownHook(new Thread(connections::end, "end-ssh"));
      return connections;
    } catch (IOException e) {
      return new SharedConnections(Optional.empty());
    }
  }

  /** By which a command on a host uses the connection that is there, or makes it. */
  List<String> options(String host) {
    return folder
        .map(
            there ->
                List.of(
                    "-oControlMaster=auto",
                    "-oControlPersist=" + IDLE,
                    "-oControlPath=" + socket(there, host)))
        .orElse(List.of());
  }

  private Path socket(Path there, String host) {
    return sockets.computeIfAbsent(
        host, name -> there.resolve(Integer.toString(next.getAndIncrement())));
  }

  private void end() {
    sockets.forEach(
        (host, socket) -> {
          if (Files.exists(socket)) {
            exit(host, socket);
          }
        });
    folder.ifPresent(
        there -> {
          try {
            Files.deleteIfExists(there);
          } catch (IOException e) {
            // a connection that did not end by now ends once it is idle
          }
        });
  }

  private static void exit(String host, Path socket) {
    try {
      Process process =
          new ProcessBuilder("ssh", "-O", "exit", "-oControlPath=" + socket, "--", host)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      // it ends once it is idle
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
