package io.proteus.engine.riak;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs {@code riak admin} for a node. Its exit code is 0 for what it refuses, too, so that whoever
 * asks reads the text.
 */
final class Commands {
  /** By which ssh tells that it is its own failure; Riak ends with 0 or 1. */
  private static final int NO_CONNECTION = 255;

  /** What a command has said is read at once when it has ended. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(5);

  private static final int LONGEST_ANSWER = 4 << 20;
  private static final int SHOWN = 300;

  private final RiakSettings settings;

  Commands(RiakSettings settings) {
    this.settings = settings;
  }

  /** A node whose process does not run. */
  static final class NotRunning extends PortException {
    private static final long serialVersionUID = 1L;

    NotRunning(String node) {
      super("%s: its process does not run.".formatted(node));
    }
  }

  /** A command that ended with another exit code than 0. */
  static final class Failed extends PortException {
    private static final long serialVersionUID = 1L;

    Failed(String sentence) {
      super(sentence);
    }
  }

  /** A node that cannot be asked: its host is away, or nothing answers there. */
  static final class Unreached extends PortException {
    private static final long serialVersionUID = 1L;

    Unreached(String sentence) {
      super(sentence);
    }
  }

  /** What the command says on a node. */
  String ask(String node, String... words) throws PortException {
    List<String> command = new ArrayList<>();
    for (String part : settings.command().strip().split("\\s+")) {
      command.add(part.replace("{node}", node).replace("{host}", RiakSettings.hostOf(node)));
    }
    command.add("admin");
    command.addAll(Arrays.asList(words));
    String said = String.join(" ", words);
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
      process.getOutputStream().close();
    } catch (IOException e) {
      throw new PortException(
          "engine.command: %s cannot be run (%s).".formatted(command.get(0), e.getMessage()), e);
    }
    CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> read(process));
    try {
      if (!process.waitFor(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
        throw new Unreached(
            "%s: `%s` has not ended in %d s."
                .formatted(node, said, settings.timeout().toSeconds()));
      }
      return checked(
          node,
          said,
          process.exitValue(),
          output.get(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) { // something that it has started keeps its output open
      throw new PortException("%s: `%s` has ended and says on.".formatted(node, said), e);
    } catch (ExecutionException e) {
      throw new PortException("%s: `%s` cannot be read (%s).".formatted(node, said, e), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PortException("%s: `%s` was interrupted.".formatted(node, said), e);
    } finally {
      if (process.isAlive()) { // to look for descendants takes a look at every process there is
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
  }

  private static String read(Process process) {
    try (InputStream stream = process.getInputStream()) {
      return new String(stream.readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String checked(String node, String said, int exit, String text)
      throws PortException {
    if (text.contains("Node is not running!")) {
      throw new NotRunning(node);
    }
    if (exit == NO_CONNECTION) {
      throw new Unreached("%s: cannot be reached: %s".formatted(node, shown(text)));
    }
    if (exit != 0) {
      throw new Failed(
          "%s: `%s` ended with exit code %d: %s".formatted(node, said, exit, shown(text)));
    }
    return text;
  }

  /** The first words of an answer, in one line. */
  static String shown(String text) {
    String line = text.replaceAll("\\s+", " ").strip();
    return line.length() <= SHOWN ? line : line.substring(0, SHOWN) + " ...";
  }
}
