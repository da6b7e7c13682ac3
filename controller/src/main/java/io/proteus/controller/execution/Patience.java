package io.proteus.controller.execution;

import io.proteus.core.port.Cloud;
import io.proteus.core.port.Engine;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Waits for the outside only so long: a call that hangs becomes a {@link PortException}, so that
 * the loop can hold and the balancer be restored. One call at a time, on a thread of its own; who
 * holds the claim is asked on another, so that nothing that hangs stands before it.
 */
public final class Patience implements AutoCloseable {
  private static final Set<String> OF_THE_CLAIM = Set.of("claim", "holder");

  /** A look at the cluster waits for it, and can do without. */
  private static final Duration LONGEST_LIST = Duration.ofSeconds(20);

  private final Duration limit;
  private final Duration limitOfLists;
  private final ExecutorService caller = oneThread("proteus-ports");
  private final ExecutorService claiming = oneThread("proteus-claim");

  /**
   * @param limit longer than the longest time-out of the store's own client
   */
  public Patience(Duration limit) {
    this(limit, LONGEST_LIST);
  }

  /**
   * @param limit longer than the longest time-out of the store's own client
   * @param longestList for which a list of machines is waited for at most
   */
  Patience(Duration limit, Duration longestList) {
    this.limit = limit;
    this.limitOfLists = limit.compareTo(longestList) < 0 ? limit : longestList;
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
    return new Ports(bounded(Engine.class, ports.engine()), bounded(Cloud.class, ports.cloud()));
  }

  private <T> T bounded(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                mayFail(method)
                    ? call(target, method, arguments)
                    : invoke(target, method, arguments)));
  }

  private static boolean mayFail(Method method) {
    return Arrays.asList(method.getExceptionTypes()).contains(PortException.class);
  }

  private @Nullable Object call(Object target, Method method, Object @Nullable [] arguments)
      throws Throwable {
    Duration longest = method.getName().equals("machines") ? limitOfLists : limit;
    Future<@Nullable Object> answer =
        (OF_THE_CLAIM.contains(method.getName()) ? claiming : caller)
            .submit(
                () -> {
                  try {
                    return method.invoke(target, arguments);
                  } catch (InvocationTargetException e) {
                    throw new ExecutionException(e.getCause());
                  }
                });
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
    claiming.shutdownNow();
  }
}
