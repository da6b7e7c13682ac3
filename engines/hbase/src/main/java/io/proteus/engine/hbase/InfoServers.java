package io.proteus.engine.hbase;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads the servlets of many servers' info ports at once: so many at a time, so long each, so long
 * in all. A server that hangs costs its own answer only.
 */
final class InfoServers implements AutoCloseable {

  /** The protocol; the JVM's own trust store decides whom to trust. */
  enum Scheme {
    HTTP,
    HTTPS;

    URI uri(Endpoint server, String path) {
      return URI.create("%s://%s%s".formatted(name().toLowerCase(Locale.ROOT), server, path));
    }
  }

  /** The address of a server's servlets. */
  record Endpoint(String host, int port) {
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  /** The servlets of one server. */
  interface Servlets {
    /** The body at this path and query, whole. */
    byte[] get(String path) throws IOException, InterruptedException;
  }

  /** Takes what it needs from one server's servlets. */
  interface Reading<T> {
    T of(Servlets servlets) throws IOException, InterruptedException;
  }

  /** The answer of one server. */
  sealed interface Answer<T> {
    /** Goes on with what was read, or with why it could not be. */
    <R extends @Nullable Object> R either(
        Function<? super T, ? extends R> read, Function<String, ? extends R> failed);

    record Read<T>(T value) implements Answer<T> {
      @Override
      public <R extends @Nullable Object> R either(
          Function<? super T, ? extends R> read, Function<String, ? extends R> failed) {
        return read.apply(value);
      }
    }

    record Failed<T>(String why) implements Answer<T> {
      @Override
      public <R extends @Nullable Object> R either(
          Function<? super T, ? extends R> read, Function<String, ? extends R> failed) {
        return failed.apply(why);
      }
    }
  }

  private static final int AT_A_TIME = 32;

  private final Scheme scheme;
  private final HttpClient http;
  private final ExecutorService readers;
  private final Duration serverLimit;
  private final Duration totalLimit;

  /**
   * @param serverLimit for all that is read of one server
   * @param totalLimit for all servers; those not read by then have failed
   */
  InfoServers(Scheme scheme, Duration serverLimit, Duration totalLimit) {
    this.scheme = scheme;
    this.serverLimit = serverLimit;
    this.totalLimit = totalLimit;
    this.readers = Executors.newFixedThreadPool(AT_A_TIME, InfoServers::daemon);
    this.http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(serverLimit)
            .build();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "hbase-info-reader");
    thread.setDaemon(true);
    return thread;
  }

  /** Reads all of them; every key has an answer. */
  <K, T> Map<K, Answer<T>> read(Map<K, Endpoint> servers, Reading<T> reading)
      throws InterruptedException {
    List<Callable<Answer<T>>> tasks = new ArrayList<>();
    servers.values().forEach(endpoint -> tasks.add(() -> readOne(endpoint, reading)));
    List<Future<Answer<T>>> done =
        readers.invokeAll(tasks, totalLimit.toMillis(), TimeUnit.MILLISECONDS);
    Map<K, Answer<T>> answers = new LinkedHashMap<>();
    int next = 0;
    for (K server : servers.keySet()) {
      answers.put(server, outcome(done.get(next++)));
    }
    return answers;
  }

  private <T> Answer<T> outcome(Future<Answer<T>> done) throws InterruptedException {
    try {
      return done.get();
    } catch (CancellationException e) {
      return new Answer.Failed<>(
          "not reached within the %d s for all servers".formatted(totalLimit.toSeconds()));
    } catch (ExecutionException e) {
      return new Answer.Failed<>(ClusterConnection.sentence(ClusterConnection.rootOf(e)));
    }
  }

  private <T> Answer<T> readOne(Endpoint endpoint, Reading<T> reading) throws InterruptedException {
    long deadline = System.nanoTime() + serverLimit.toNanos();
    try {
      return new Answer.Read<>(reading.of(path -> get(endpoint, path, deadline)));
    } catch (IOException | RuntimeException e) {
      return new Answer.Failed<>(ClusterConnection.sentence(e));
    }
  }

  /** HttpClient's own limit ends with the headers; this one is for the whole body. */
  private byte[] get(Endpoint endpoint, String path, long deadline)
      throws IOException, InterruptedException {
    URI uri = scheme.uri(endpoint, path);
    CompletableFuture<HttpResponse<byte[]>> exchange =
        http.sendAsync(HttpRequest.newBuilder(uri).build(), BoundedBody.handler());
    try {
      HttpResponse<byte[]> response =
          exchange.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (response.statusCode() != 200) {
        throw new IOException("%s answers with status %d".formatted(uri, response.statusCode()));
      }
      return response.body();
    } catch (TimeoutException e) {
      throw new IOException(
          "%s did not answer within %d ms".formatted(uri, serverLimit.toMillis()), e);
    } catch (ExecutionException e) {
      Throwable cause = ClusterConnection.rootOf(e);
      throw new IOException(
          cause instanceof ConnectException
              ? "nothing answers at " + uri
              : uri + ": " + ClusterConnection.sentence(cause),
          cause);
    } finally {
      exchange.cancel(true); // no harm once it is complete
    }
  }

  @Override
  public void close() {
    readers.shutdownNow();
  }
}
