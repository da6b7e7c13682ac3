package io.proteus.app.command;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * Who runs this process.
 *
 * @param name user and host
 */
public record Operator(String name) {

  public static Operator here() {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      host = "unknown host";
    }
    return new Operator(System.getProperty("user.name", "unknown") + "@" + host);
  }

  /** With what runs, and its process id: enough to find and end it. */
  public String named(String command) {
    return "%s of %s, process %d".formatted(command, name, ProcessHandle.current().pid());
  }
}
