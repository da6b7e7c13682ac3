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
import java.util.function.Consumer;

/**
 * One connection for each host ({@code ControlMaster} of ssh_config(5)), so that a host does not
 * have to agree on keys for each command. They end with this process, or {@link #IDLE} after it was
 * killed. Where they cannot be shared, each command has one of its own.
 *
 * <p>One folder serves the whole process, and it is made with the first command: a cluster that is
 * down is reached for every few seconds, and an attempt that asks nothing must leave nothing.
 */
final class SharedConnections {
  /** Those of this process. */
  static final SharedConnections OF_PROCESS =
      new SharedConnections(
          () -> Files.createTempDirectory("proteus-ssh"), // only its owner gets in
          end -> Runtime.getRuntime().addShutdownHook(new Thread(end, "end-ssh")));

  private static final String IDLE = "90s";
  private static final long MOST_SECONDS = 2;

  /** The path of a socket has 104 characters or more; OpenSSH adds 17 while it makes one. */
  private static final int LONGEST_FOLDER = 80;

  private final NewFolder newFolder;
  private final Consumer<Runnable> atTheEnd;
  private final Map<Peer, Path> sockets = new ConcurrentHashMap<>();
  private final AtomicInteger next = new AtomicInteger();

  /** Empty until the first command, and where there can be none. */
  private Optional<Path> folder = Optional.empty();

  private boolean wasTried;

  /** Makes the folder of the sockets. */
  @FunctionalInterface
  interface NewFolder {
    Path make() throws IOException;
  }

  /**
   * Whom a connection leads to, and as whom.
   *
   * @param options of OpenSSH, such as its user and port
   */
  private record Peer(String host, List<String> options) {}

  /**
   * @param newFolder asked once, at the first command
   * @param atTheEnd is given what this process does last, once there is a folder
   */
  SharedConnections(NewFolder newFolder, Consumer<Runnable> atTheEnd) {
    this.newFolder = newFolder;
    this.atTheEnd = atTheEnd;
  }

  private synchronized Optional<Path> folder() {
    if (!wasTried) {
      wasTried = true;
      folder = made();
    }
    return folder;
  }

  private Optional<Path> made() {
    try {
      Path made = newFolder.make();
      if (made.toString().length() > LONGEST_FOLDER) {
        Files.delete(made);
        return Optional.empty();
      }
      atTheEnd.accept(() -> end(made));
      return Optional.of(made);
    } catch (IOException | IllegalStateException e) { // the latter where the process is ending
      return Optional.empty();
    }
  }

  /**
   * By which a command on a host uses the connection that is there, or makes it.
   *
   * @param others the command's other options: a connection made with others leads elsewhere
   */
  List<String> options(String host, List<String> others) {
    Peer peer = new Peer(host, List.copyOf(others));
    return folder()
        .map(
            there ->
                List.of(
                    "-oControlMaster=auto",
                    "-oControlPersist=" + IDLE,
                    "-oControlPath=" + socket(there, peer)))
        .orElse(List.of());
  }

  private Path socket(Path there, Peer peer) {
    return sockets.computeIfAbsent(
        peer, anew -> there.resolve(Integer.toString(next.getAndIncrement())));
  }

  private void end(Path made) {
    sockets.forEach(
        (peer, socket) -> {
          if (Files.exists(socket)) {
            exit(peer.host(), socket);
          }
        });
    try {
      Files.deleteIfExists(made);
    } catch (IOException e) {
      // a connection that did not end by now ends once it is idle
    }
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
