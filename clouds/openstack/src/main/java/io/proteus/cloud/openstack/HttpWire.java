package io.proteus.cloud.openstack;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Requests over HTTP, each with a bound. */
record HttpWire(HttpClient client) implements Wire {
  private static final Duration TO_CONNECT = Duration.ofSeconds(10);
  private static final Duration TO_ANSWER = Duration.ofSeconds(60);

  static HttpWire create() {
    return new HttpWire(
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(TO_CONNECT)
            .build());
  }

  @Override
  public Answer send(Call call) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(call.address()))
            .timeout(TO_ANSWER)
            .method(
                call.method(),
                call.body().isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(call.body()));
    call.headers().forEach(request::header);
    try {
      HttpResponse<String> answer =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      Map<String, String> headers = new HashMap<>();
      answer.headers().map().forEach((name, values) -> headers.put(name, values.get(0)));
      return new Answer(answer.statusCode(), headers, answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted");
      interrupted.initCause(e);
      throw interrupted;
    }
  }
}
