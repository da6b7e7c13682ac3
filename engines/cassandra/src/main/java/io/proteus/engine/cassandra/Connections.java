package io.proteus.engine.cassandra;

import io.proteus.core.port.PortException;
import io.proteus.core.units.Address;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.InstanceNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** One JMX connection a node, opened anew when it broke; no answer is awaited for ever. */
final class Connections implements AutoCloseable {
  /**
   * Between checks of a connection that nobody asked for; 0 is none. They say on standard error
   * that a node has ended, which Proteus may have ordered; each question finds that out by itself.
   */
  private static final Map<String, Long> UNCHECKED =
      Map.of("jmx.remote.x.client.connection.check.period", 0L);

  private final CassandraSettings settings;
  private final Map<String, JMXConnector> open = new ConcurrentHashMap<>();

  /** JMX has no timeout for a call, so another thread waits. */
  private final ExecutorService calls =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "cassandra-jmx");
            thread.setDaemon(true);
            return thread;
          });

  Connections(CassandraSettings settings) {
    this.settings = settings;
  }

  /** What is asked of a node. */
  @FunctionalInterface
  interface Question<T> {
    T ask(MBeanServerConnection node) throws IOException, JMException;
  }

  /** Asks a node, and says in a sentence why it did not answer. */
  <T> T ask(String node, Question<T> question) throws PortException {
    Future<T> answer = calls.submit(() -> question.ask(connection(node)));
    try {
      return answer.get(settings.timeout().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      drop(node);
      throw new PortException(
          "%s: no answer over JMX at %s within %s."
              .formatted(node, settings.jmx(node), settings.timeout()),
          e);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (cause instanceof IOException) {
        drop(node);
      }
      throw new PortException(
          "%s: JMX at %s: %s".formatted(node, settings.jmx(node), reason(cause)), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PortException(node + ": interrupted while it was asked.", e);
    }
  }

  /**
   * Has a node do what takes as long as it takes, over a connection of its own: a question that is
   * given up on closes the one that all questions share.
   */
  <T> T run(String node, Question<T> order) throws PortException {
    try (JMXConnector own = connect(settings.jmx(node))) {
      return order.ask(own.getMBeanServerConnection());
    } catch (IOException | JMException | RuntimeException e) {
      throw new PortException(
          "%s: JMX at %s: %s".formatted(node, settings.jmx(node), reason(e)), e);
    }
  }

  /** Has something done beside everything else. */
  void beside(Runnable work) {
    calls.execute(work);
  }

  /** Why a node did not answer, in words that follow where it was asked. */
  static String reason(Throwable cause) {
    Throwable root = cause;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    if (root instanceof NullPointerException || root instanceof InstanceNotFoundException) {
      return "it is starting"; // its registry is up before its server, and that before Cassandra
    }
    if (root instanceof UnknownHostException) {
      return "no host of that name is known (yet)";
    }
    if (root instanceof ConnectException) {
      return "nothing listens there. Is Cassandra running, and its JMX open to this machine?";
    }
    String says = root.getMessage();
    return says == null ? root.getClass().getSimpleName() : says;
  }

  private MBeanServerConnection connection(String node) throws IOException, PortException {
    JMXConnector known = open.get(node);
    if (known == null) {
      JMXConnector anew = connect(settings.jmx(node));
      known = open.putIfAbsent(node, anew);
      if (known == null) {
        known = anew;
      } else { // another question has connected meanwhile
        close(anew);
      }
    }
    return known.getMBeanServerConnection();
  }

  @SuppressWarnings("BanJNDI") // the address is the operator's own
  private JMXConnector connect(Address at) throws IOException {
    Map<String, Object> environment = new HashMap<>(UNCHECKED);
    if (settings.user().isPresent() && settings.passwordFile().isPresent()) {
      String password = Files.readString(settings.passwordFile().get()).strip();
      environment.put(JMXConnector.CREDENTIALS, new String[] {settings.user().get(), password});
    }
    return JMXConnectorFactory.connect(
        new JMXServiceURL("service:jmx:rmi:///jndi/rmi://%s/jmxrmi".formatted(at)), environment);
  }

  /** Closes the connection to a node that broke, or is no member any more. */
  void drop(String node) {
    JMXConnector broken = open.remove(node);
    if (broken != null) {
      calls.execute(() -> close(broken));
    }
  }

  private static void close(JMXConnector connector) {
    try {
      connector.close();
    } catch (IOException e) {
      // it is gone
    }
  }

  @Override
  public void close() {
    open.values().forEach(connector -> calls.execute(() -> close(connector)));
    open.clear();
    calls.shutdown();
  }
}
