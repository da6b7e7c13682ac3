package io.proteus.app.server;

import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.jspecify.annotations.Nullable;

/**
 * Ends connections whose next request does not arrive whole in time. The server's library counts
 * from the last byte, so that a byte now and then would keep a connection, and maybe a thread, for
 * ever.
 */
final class SlowRequests implements AutoCloseable {
  /** As long as the server waits for a byte. */
  static final Duration BOUND = Duration.ofSeconds(30);

  private static final int LOOKS_IN_BOUND = 6;

  private final Server server;
  private final Duration bound;
  private final ScheduledExecutorService looking =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "slow requests");
            thread.setDaemon(true);
            return thread;
          });
  private Map<EndPoint, Arrival> arriving = new IdentityHashMap<>();

  /**
   * A request that is on its way.
   *
   * @param before how many came on its connection before it
   */
  private record Arrival(long before, long sinceNanos) {}

  private SlowRequests(Server server, Duration bound) {
    this.server = server;
    this.bound = bound;
  }

  /** Looks at the server's connections, until it is closed. */
  static SlowRequests endedAfter(Duration bound, Server server) {
    SlowRequests slow = new SlowRequests(server, bound);
    long between = bound.dividedBy(LOOKS_IN_BOUND).toMillis();
    var unused =
        slow.looking.scheduleWithFixedDelay(slow::look, between, between, TimeUnit.MILLISECONDS);
    return slow;
  }

  private void look() {
    long now = System.nanoTime();
    Map<EndPoint, Arrival> found = new IdentityHashMap<>();
    for (Connector connector : server.getConnectors()) {
      for (EndPoint end : connector.getConnectedEndPoints()) {
        HttpConnection http = http(end.getConnection());
        if (http == null || !http.getParser().isState(HttpParser.State.END)) {
          found.put(end, arrival(end, http == null ? 0 : http.getMessagesIn(), now));
        }
      }
    }
    arriving = found;
    found.forEach(
        (end, arrival) -> {
          if (now - arrival.sinceNanos() > bound.toNanos()) {
            end.close();
          }
        });
  }

  private Arrival arrival(EndPoint end, long before, long now) {
    Arrival known = arriving.get(end);
    return known != null && known.before() == before ? known : new Arrival(before, now);
  }

  private static @Nullable HttpConnection http(@Nullable Connection connection) {
    return connection instanceof SslConnection tls
        ? http(tls.getSslEndPoint().getConnection())
        : connection instanceof HttpConnection http ? http : null;
  }

  @Override
  public void close() {
    looking.shutdownNow();
  }
}
