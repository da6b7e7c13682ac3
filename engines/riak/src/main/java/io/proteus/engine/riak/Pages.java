package io.proteus.engine.riak;

import io.proteus.core.port.PortException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Asks nodes over HTTP. */
final class Pages {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final RiakSettings settings;

  Pages(RiakSettings settings) {
    this.settings = settings;
  }

  Stats stats(String node) throws PortException {
    return Stats.parse(get(node, "/stats"));
  }

  /** What a node answers; refused unless it answers that all is well. */
  String get(String node, String path) throws PortException {
    String address = settings.addressOf(node);
    try {
      HttpResponse<String> answer =
          client.send(
              HttpRequest.newBuilder(URI.create("http://" + address + path))
                  .timeout(PATIENCE)
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new PortException(
            "%s: http://%s%s answers with %d. Is another service on that port, or does it start?"
                .formatted(node, address, path, answer.statusCode()));
      }
      return answer.body();
    } catch (IOException | IllegalArgumentException e) {
      throw new PortException(
          "%s: does not answer at http://%s (%s). Does it run, and are engine.port and engine.addresses right?"
              .formatted(node, address, e.getClass().getSimpleName()),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PortException("%s: was not asked to the end.".formatted(node), e);
    }
  }
}
