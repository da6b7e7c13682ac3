package io.proteus.cloud.provisioning.remote;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * OpenSSH's own client, so that jump hosts, agents and certificates work as they do for operators.
 * It never asks, and lets no host in that is not known, unless its options say so. Commands on the
 * same host share one connection.
 */
public final class Ssh {
  /** By which OpenSSH says that it did not get as far as the command. */
  private static final int UNREACHED = 255;

  /**
   * A host that answers no look by then hangs. Lists of machines are waited for only for 20 s, and
   * its node's port is asked besides.
   */
  static final Duration LONGEST_LOOK = Duration.ofSeconds(12);

  private static final int MOST_WORDS = 300;

  private final String program;
  private final SshAccess access;
  private final String section;
  private final Map<String, String> first;
  private final SharedConnections connections;

  /**
   * @param section of the configuration in which the access is, for people
   */
  public Ssh(SshAccess access, String section) {
    this("ssh", access, section);
  }

  /**
   * @param program OpenSSH's client, or what a test has in its place
   */
  Ssh(String program, SshAccess access, String section) {
    this(
        program,
        access,
        section,
        Map.of("StrictHostKeyChecking", "yes"),
        SharedConnections.OF_PROCESS);
  }

  private Ssh(
      String program,
      SshAccess access,
      String section,
      Map<String, String> first,
      SharedConnections connections) {
    this.program = program;
    this.access = access;
    this.section = section;
    this.first = new TreeMap<>(first);
    this.connections = connections;
  }

  /** The same with these options, which come before those of the settings. */
  Ssh with(Map<String, String> options) {
    return new Ssh(program, access, section, options, connections);
  }

  /** A host could not be reached, so that nothing is known of it. */
  public static final class Unreached extends PortException {
    private static final long serialVersionUID = 1L;

    Unreached(String message) {
      super(message);
    }
  }

  /** A command did not end in time, so that nothing is known of what it did. */
  public static final class NoAnswer extends PortException {
    private static final long serialVersionUID = 1L;

    NoAnswer(String message) {
      super(message);
    }
  }

  /** What a command came to. */
  public record Result(int exit, String output, String errors) {}

  /** Runs a command and has it end with 0. */
  public String run(String host, String command, String input) throws PortException {
    return succeeded(host, command, attempt(host, command, input));
  }

  /**
   * Runs commands, each once the one before has ended with 0, and has all end with 0. The host gets
   * them as one, so that it goes on with those that follow when this process ends meanwhile. Each
   * may take the timeout.
   */
  public void runInTurn(String host, List<String> commands) throws PortException {
    // a command may be several, and end with a comment
    String all = commands.stream().map("(\n%s\n)"::formatted).collect(Collectors.joining(" && "));
    Duration within = access.timeout().multipliedBy(commands.size());
    succeeded(host, String.join(" && ", commands), attempt(host, all, "", within));
  }

  /**
   * Runs a command that only looks, and has it end with 0.
   *
   * @throws Unreached if the host was not reached
   * @throws NoAnswer if it did not end within {@link #LONGEST_LOOK}, as on a host that hangs
   */
  public String look(String host, String command) throws PortException {
    Duration within = Collections.min(List.of(access.timeout(), LONGEST_LOOK));
    return succeeded(host, command, attempt(host, command, "", within));
  }

  private static String succeeded(String host, String command, Result result) throws PortException {
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
   * @throws NoAnswer if it did not end within the timeout
   */
  public Result attempt(String host, String command, String input) throws PortException {
    return attempt(host, command, input, access.timeout());
  }

  private Result attempt(String host, String command, String input, Duration within)
      throws PortException {
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
      Printed output = Printed.of(process.getInputStream());
      Printed errors = Printed.of(process.getErrorStream());
      Thread giving = new Thread(() -> give(process, input), "proteus-ssh-input");
      giving.setDaemon(true);
      giving.start(); // a pipe that nobody reads takes no more after 64 KiB
      if (!process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new NoAnswer(
            "%s: '%s' did not end within %d s%s; what it does there may go on."
                .formatted(
                    host,
                    command.replaceAll("\\s*\\R\\s*", " "),
                    within.toSeconds(),
                    within.equals(LONGEST_LOOK) ? "" : " (%s.timeout)".formatted(section)));
      }
      Result result = new Result(process.exitValue(), whole(output, host, command), errors.soFar());
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

  /**
   * A part of what it printed must not be taken for all of it, as a file may be written from it.
   */
  private static String whole(Printed output, String host, String command)
      throws PortException, InterruptedException {
    return output
        .whole()
        .orElseThrow(
            () ->
                new NoAnswer(
                    "%s: '%s' has ended, and its output has not; look for what ssh started here and holds it open."
                        .formatted(host, command)));
  }

  private List<String> arguments(String host, String command) {
    List<String> options = new ArrayList<>(List.of("-T", "-oBatchMode=yes"));
    first.forEach((option, value) -> options.add("-o" + option + "=" + value));
    options.addAll(access.arguments());
    options.addAll(
        List.of("-oConnectTimeout=10", "-oServerAliveInterval=5", "-oServerAliveCountMax=3"));
    List<String> arguments = new ArrayList<>(List.of(program));
    arguments.addAll(options);
    arguments.addAll(connections.options(host, options));
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
