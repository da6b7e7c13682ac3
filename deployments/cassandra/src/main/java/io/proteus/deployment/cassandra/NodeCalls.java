package io.proteus.deployment.cassandra;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/** What is asked of a node while it starts. */
final class NodeCalls {
  private static final Duration UNTIL_UP = Duration.ofSeconds(120);
  private static final int CONNECT_MS = 500;
  private static final String NORMAL = "NORMAL";

  private NodeCalls() {}

  /** Whether a node's process is there. */
  @FunctionalInterface
  interface Life {
    boolean lives() throws PortException;
  }

  static void refuseTaken(NodeFiles node) throws PortException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", node.jmxPort()), CONNECT_MS);
    } catch (IOException e) {
      return;
    }
    throw new PortException(
        "127.0.0.1:%d is in use. Does another local cluster run?".formatted(node.jmxPort()));
  }

  /** The node's operation mode; empty where it does not answer. */
  @SuppressWarnings("BanJNDI") // it speaks to a daemon that this machine's deployment started
  static String mode(NodeFiles node) {
    try (JMXConnector connector =
        JMXConnectorFactory.connect(
            new JMXServiceURL(
                "service:jmx:rmi:///jndi/rmi://127.0.0.1:%d/jmxrmi".formatted(node.jmxPort())))) {
      return String.valueOf(
          connector
              .getMBeanServerConnection()
              .getAttribute(
                  new ObjectName("org.apache.cassandra.db:type=StorageService"), "OperationMode"));
    } catch (IOException | JMException | RuntimeException e) {
      // a registry that is up before its server makes the JDK's client fail with no name for it
      return "";
    }
  }

  /** Whether a node has joined and takes clients. */
  static boolean isUp(NodeFiles node) {
    return mode(node).equals(NORMAL) && serves(node);
  }

  private static boolean serves(NodeFiles node) {
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(node.address(), CassandraDeployment.CQL_PORT), CONNECT_MS);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Waits until a node has started; one that is to serve takes clients.
   *
   * @param cores that it may use: with less than one it starts the more slowly; null is no cap
   */
  static void await(NodeFiles node, String mode, Path log, @Nullable Double cores, Life life)
      throws PortException {
    Duration patience =
        cores == null || cores >= 1
            ? UNTIL_UP
            : Duration.ofSeconds((long) (UNTIL_UP.toSeconds() / cores));
    long began = System.nanoTime();
    while (!(mode.equals(NORMAL) ? isUp(node) : mode(node).equals(mode))) {
      if (!life.lives()) {
        throw new PortException(
            "%s: its process has ended. See %s and %s."
                .formatted(node.address(), log, node.home().resolve("system.log")));
      }
      if (System.nanoTime() - began > patience.toNanos()) {
        throw new PortException(
            "%s: not %s after %d s. See %s and %s."
                .formatted(
                    node.address(),
                    mode,
                    patience.toSeconds(),
                    log,
                    node.home().resolve("system.log")));
      }
      try {
        TimeUnit.MILLISECONDS.sleep(CONNECT_MS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new PortException(node.address() + ": interrupted while it starts.", e);
      }
    }
  }
}
