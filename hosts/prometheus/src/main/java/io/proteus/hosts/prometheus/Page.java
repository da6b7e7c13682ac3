package io.proteus.hosts.prometheus;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Gets what a server tells at an address.
 *
 * @param timeout until all of an answer must be there
 * @param tokenFile read anew for each request, as tokens change
 * @param setting that names the server, for messages
 */
record Page(HttpClient client, Duration timeout, Optional<Path> tokenFile, String setting) {

  static Page of(Duration timeout, Optional<Path> tokenFile, String setting) {
    return new Page(
        HttpClient.newBuilder().connectTimeout(timeout).build(), timeout, tokenFile, setting);
  }

  /** Until when an answer must be there that is asked for now, by {@link System#nanoTime}. */
  long end() {
    return System.nanoTime() + timeout.toNanos();
  }

  /** An answer that is on its way. */
  CompletableFuture<HttpResponse<String>> ask(URI address) throws PortException {
    HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(timeout);
    if (tokenFile.isPresent()) {
      request.header("Authorization", "Bearer " + token(tokenFile.get()));
    }
    return client.sendAsync(
        request.build(), HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
  }

  private static String token(Path file) throws PortException {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new PortException("The token in %s cannot be read.".formatted(file), e);
    }
  }

  private PortException late(URI address, Throwable cause) {
    return new PortException(
        "%s://%s did not answer within %s s; look at %s."
            .formatted(address.getScheme(), address.getAuthority(), timeout.toSeconds(), setting),
        cause);
  }

  /**
   * Waits for it: the whole answer, not only its first line.
   *
   * @param end of the wait, by {@link System#nanoTime}
   */
  HttpResponse<String> await(URI address, CompletableFuture<HttpResponse<String>> answer, long end)
      throws PortException {
    try {
      return answer.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      // the client's own clock may run out a moment before this one
      if (cause instanceof HttpTimeoutException) {
        throw late(address, cause);
      }
      throw new PortException(
          "%s://%s does not answer%s; look at %s."
              .formatted(
                  address.getScheme(),
                  address.getAuthority(),
                  cause.getMessage() == null ? "" : ": " + cause.getMessage(),
                  setting),
          cause);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw late(address, e);
    } catch (InterruptedException e) {
      answer.cancel(true);
      Thread.currentThread().interrupt();
      throw new PortException("Interrupted while %s was asked.".formatted(address), e);
    }
  }
}
