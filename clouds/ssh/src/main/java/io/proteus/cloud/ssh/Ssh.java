package io.proteus.cloud.ssh;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * OpenSSH's own client, so that jump hosts, agents and certificates work as they do for operators.
 * It never asks, and never lets a host in that is not known. Commands on the same host share one
 * connection.
 */
final class Ssh {
  /** By which OpenSSH says that it did not get as far as the command. */
  private static final int UNREACHED = 255;

  private static final int MOST_WORDS = 300;

  private final SshCloudSettings settings;
  private final SharedConnections connections;

  Ssh(SshCloudSettings settings) {
    this.settings = settings;
    this.connections = SharedConnections.open();
  }

  /** A host could not be reached, so that nothing is known of it. */
  static final class Unreached extends PortException {
    private static final long serialVersionUID = 1L;

    Unreached(String message) {
      super(message);
    }
  }

  /** What a command came to. */
  record Result(int exit, String output, String errors) {}

  /** Runs a command and has it end with 0. */
  String run(String host, String command, String input) throws PortException {
    Result result = attempt(host, command, input);
    if (result.exit() != 0) {
      throw new PortException(
          "%s: '%s' ended with %d%s"
              .formatted(host, command, result.exit(), said(result.errors(), result.output())));
    }
    return result.output();
  }

  /**
   * Runs a command, however it ends.
   *
   * @throws Unreached if the host was not reached
   */
  Result attempt(String host, String command, String input) throws PortException {
    Process process;
    try {
      process = new ProcessBuilder(arguments(host, command)).start();
    } catch (IOException e) {
      throw new PortException(
          "cloud.type ssh wants OpenSSH's client, and 'ssh' does not start: %s"
              .formatted(e.getMessage()),
          e);
    }
    try {
      CompletableFuture<String> output = read(process.getInputStream());
      CompletableFuture<String> errors = read(process.getErrorStream());
      give(process, input);
      if (!process.waitFor(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
        throw new PortException(
            "%s: '%s' did not end within %d s (cloud.timeout); what it does there may go on."
                .formatted(host, command, settings.timeout().toSeconds()));
      }
      Result result = new Result(process.exitValue(), output.join(), errors.join());
      if (result.exit() == UNREACHED) {
        throw new Unreached(
            "%s cannot be reached by ssh%s".formatted(host, said(result.errors(), "")));
      }
      return result;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PortException("Interrupted while %s was asked.".formatted(host), e);
    } finally {
      process.destroyForcibly();
    }
  }

  private static void give(Process process, String input) {
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // it ended without reading; how it ended says why
    }
  }

  private static CompletableFuture<String> read(InputStream stream) {
    return CompletableFuture.supplyAsync(
        () -> {
          try (stream) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
          } catch (IOException e) {
            return "";
          }
        });
  }

  private List<String> arguments(String host, String command) {
    List<String> arguments =
        new ArrayList<>(List.of("ssh", "-T", "-oBatchMode=yes", "-oStrictHostKeyChecking=yes"));
    settings.options().forEach((option, value) -> arguments.add("-o" + option + "=" + value));
    arguments.addAll(
        List.of("-oConnectTimeout=10", "-oServerAliveInterval=5", "-oServerAliveCountMax=3"));
    arguments.addAll(connections.options(host));
    settings.user().ifPresent(user -> arguments.addAll(List.of("-l", user)));
    arguments.addAll(List.of("--", host, command));
    return arguments;
  }

  /**
   * What a command printed, in a line that begins with a colon; a full stop where it was silent.
   */
  static String said(String errors, String output) {
    String said = (errors.isBlank() ? output : errors).strip().replaceAll("\\s*\\R\\s*", "; ");
    return said.isEmpty()
        ? "."
        : ": " + (said.length() > MOST_WORDS ? said.substring(0, MOST_WORDS) + "..." : said);
  }
}
