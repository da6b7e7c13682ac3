package io.proteus.controller.execution;

import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.CloudFacet;
import io.proteus.core.port.Facet;
import io.proteus.core.port.Facets;
import io.proteus.core.port.HostMetrics;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Bounds every call to the outside: a call that hangs becomes a {@link PortException}, so the loop
 * can hold and the balancer be restored. Calls run one at a time on a thread of their own. The
 * cloud, the claim and the host metrics have other threads, so a hanging call does not block them.
 * The threads end when the store is closed.
 */
public final class Patience implements AutoCloseable {
  /** A look at the cluster waits for it, and can do without. */
  private static final Duration LONGEST_LIST = Duration.ofSeconds(20);

  private final Duration limit;
  private final Duration limitOfCloud;
  private final Duration limitOfLists;
  private final ExecutorService caller = oneThread("proteus-ports");
  private final ExecutorService clouds = oneThread("proteus-cloud");
  private final ExecutorService claims = oneThread("proteus-claim");
  private final ExecutorService readings = oneThread("proteus-hosts");

  /**
   * @param limit longer than the longest time-out of the store's own client
   * @param limitOfCloud longer than a node may take to start, where the cloud waits for it
   */
  public Patience(Duration limit, Duration limitOfCloud) {
    this(limit, limitOfCloud, LONGEST_LIST);
  }

  /**
   * @param limit longer than the longest time-out of the store's own client
   * @param limitOfCloud longer than a node may take to start, where the cloud waits for it
   * @param longestList for which a list of machines is waited for at most
   */
  Patience(Duration limit, Duration limitOfCloud, Duration longestList) {
    this.limit = limit;
    this.limitOfCloud = limitOfCloud;
    this.limitOfLists = limitOfCloud.compareTo(longestList) < 0 ? limitOfCloud : longestList;
  }

  private static ExecutorService oneThread(String name) {
    return Executors.newSingleThreadExecutor(
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }

  /** The same store and cloud, with a bound on each call that may fail. */
  public Ports with(Ports ports) {
    return new Ports(
        closing(ports.store()),
        ports
            .facets()
            .wrapped(
                new Facets.Wrapper() {
                  @Override
                  public <F extends Facet> F wrap(Class<F> kind, F facet) {
                    return CloudFacet.class.isAssignableFrom(kind)
                        ? bounded(kind, facet, clouds, Patience.this::limitOfCloud)
                        : bounded(kind, facet, caller, limit);
                  }
                }),
        bounded(Claiming.class, ports.claiming(), claims, limit));
  }

  /** The same source, with a bound on each reading. */
  public HostMetrics with(HostMetrics hosts) {
    return bounded(HostMetrics.class, hosts, readings, limitOfLists);
  }

  private Store closing(Store store) {
    return new Store() {
      private final Store bounded = bounded(Store.class, store, caller, limit);

      @Override
      public String clusterId() throws PortException {
        return bounded.clusterId();
      }

      @Override
      public Topology topology() throws PortException {
        return bounded.topology();
      }

      @Override
      public Sample sample() throws PortException {
        return bounded.sample();
      }

      @Override
      public SettingsChange written(SettingsChange settings) throws PortException {
        return bounded.written(settings);
      }

      @Override
      public void close() {
        store.close();
        Patience.this.close();
      }
    };
  }

  /** What only reads from the cloud answers with a list; orders to it answer nothing. */
  private Duration limitOfCloud(Method method) {
    return method.getReturnType() == void.class ? limitOfCloud : limitOfLists;
  }

  private <T> T bounded(Class<T> type, T target, ExecutorService thread, Duration longest) {
    return bounded(type, target, thread, method -> longest);
  }

  private <T> T bounded(
      Class<T> type, T target, ExecutorService thread, Function<Method, Duration> longest) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                mayFail(method)
                    ? call(target, method, arguments, thread, longest.apply(method))
                    : invoke(target, method, arguments)));
  }

  private static boolean mayFail(Method method) {
    return Arrays.asList(method.getExceptionTypes()).contains(PortException.class);
  }

  private @Nullable Object call(
      Object target,
      Method method,
      Object @Nullable [] arguments,
      ExecutorService thread,
      Duration longest)
      throws Throwable {
    Future<@Nullable Object> answer = submitted(target, method, arguments, thread);
    try {
      return answer.get(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new PortException(
          "%s: no answer within %d s. Is the cluster up, and can it be reached from here?"
              .formatted(method.getName(), longest.toSeconds()),
          e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new PortException("%s: interrupted while waiting.".formatted(method.getName()), e);
    } catch (ExecutionException e) {
      Throwable thrown = e.getCause();
      throw thrown instanceof ExecutionException && thrown.getCause() != null
          ? thrown.getCause()
          : e;
    }
  }

  private static Future<@Nullable Object> submitted(
      Object target, Method method, Object @Nullable [] arguments, ExecutorService thread)
      throws PortException {
    try {
      return thread.submit(
          () -> {
            try {
              return method.invoke(target, arguments);
            } catch (InvocationTargetException e) {
              throw new ExecutionException(e.getCause());
            }
          });
    } catch (RejectedExecutionException e) {
      throw new PortException("%s: the store is closed.".formatted(method.getName()), e);
    }
  }

  private static @Nullable Object invoke(
      Object target, Method method, Object @Nullable [] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }

  @Override
  public void close() {
    caller.shutdownNow();
    clouds.shutdownNow();
    claims.shutdownNow();
    readings.shutdownNow();
  }
}
