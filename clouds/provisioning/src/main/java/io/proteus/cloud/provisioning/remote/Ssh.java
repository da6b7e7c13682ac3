package io.proteus.cloud.provisioning.remote;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * OpenSSH's own client, so that jump hosts, agents and certificates work as they do for operators.
 * It never asks, and lets no host in that is not known, unless its options say so. Commands on the
 * same host share one connection.
 */
public final class Ssh {
  /** By which OpenSSH says that it did not get as far as the command. */
  private static final int UNREACHED = 255;

  private static final int MOST_WORDS = 300;

  private final SshAccess access;
  private final String section;
  private final Map<String, String> first;
  private final SharedConnections connections;

  /**
   * @param section of the configuration in which the access is, for people
   */
  public Ssh(SshAccess access, String section) {
    this(access, section, Map.of("StrictHostKeyChecking", "yes"), SharedConnections.open());
  }

  private Ssh(
      SshAccess access, String section, Map<String, String> first, SharedConnections connections) {
    this.access = access;
    this.section = section;
    this.first = new TreeMap<>(first);
    this.connections = connections;
  }

  /** The same with these options, which come before those of the settings. */
  Ssh with(Map<String, String> options) {
    return new Ssh(access, section, options, connections);
  }

  /** A host could not be reached, so that nothing is known of it. */
  public static final class Unreached extends PortException {
    private static final long serialVersionUID = 1L;

    Unreached(String message) {
      super(message);
    }
  }

  /** What a command came to. */
  public record Result(int exit, String output, String errors) {}

  /** Runs a command and has it end with 0. */
  public String run(String host, String command, String input) throws PortException {
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
  public Result attempt(String host, String command, String input) throws PortException {
    Process process;
    try {
      process = new ProcessBuilder(arguments(host, command)).start();
    } catch (IOException e) {
      throw new PortException(
          "%s wants OpenSSH's client, and 'ssh' does not start: %s"
              .formatted(section, e.getMessage()),
          e);
    }
    try {
      CompletableFuture<String> output = read(process.getInputStream());
      CompletableFuture<String> errors = read(process.getErrorStream());
      give(process, input);
      if (!process.waitFor(access.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
        throw new PortException(
            "%s: '%s' did not end within %d s (%s.timeout); what it does there may go on."
                .formatted(host, command, access.timeout().toSeconds(), section));
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
    List<String> arguments = new ArrayList<>(List.of("ssh", "-T", "-oBatchMode=yes"));
    first.forEach((option, value) -> arguments.add("-o" + option + "=" + value));
    arguments.addAll(access.arguments());
    arguments.addAll(
        List.of("-oConnectTimeout=10", "-oServerAliveInterval=5", "-oServerAliveCountMax=3"));
    arguments.addAll(connections.options(host));
    arguments.addAll(List.of("--", host, command));
    return arguments;
  }

  /**
   * What a command printed, in a line that begins with a colon; a full stop where it was silent.
   */
  public static String said(String errors, String output) {
    String said = (errors.isBlank() ? output : errors).strip().replaceAll("\\s*\\R\\s*", "; ");
    return said.isEmpty()
        ? "."
        : ": " + (said.length() > MOST_WORDS ? said.substring(0, MOST_WORDS) + "..." : said);
  }
}
