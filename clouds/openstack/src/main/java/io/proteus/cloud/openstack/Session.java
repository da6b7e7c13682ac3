package io.proteus.cloud.openstack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Requests with a token that is renewed when a service no longer takes it, at the addresses that
 * Keystone's catalogue names.
 *
 * <p>A request that may be repeated without harm is repeated where no answer came or a service is
 * out of order. An order for a server is only repeated where the service says that it did nothing.
 */
final class Session {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Of one request, the first one included. */
  private static final int ATTEMPTS = 5;

  private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
  private static final long LONGEST_PAUSE_SECONDS = 10;

  /** Nova refuses requests above a rate with the first; older proxies with the second. */
  private static final Set<Integer> THROTTLED = Set.of(429, 413);

  private static final Set<Integer> OUT_OF_ORDER = Set.of(0, 500, 502, 503, 504);

  /** The first version in which a server tells the name of its flavour. */
  private static final String COMPUTE_VERSION = "compute 2.47";

  private final Credentials credentials;
  private final Optional<String> region;
  private final Wire wire;
  private final Pause pause;
  private @Nullable String token;
  private JsonNode catalogue = MissingNode.getInstance();

  Session(Credentials credentials, Optional<String> region, Wire wire, Pause pause) {
    this.credentials = credentials;
    this.region = region.or(credentials::region);
    this.wire = wire;
    this.pause = pause;
  }

  Credentials credentials() {
    return credentials;
  }

  void pause(Duration time) throws PortException {
    pause.take(time);
  }

  /** Where servers run, for messages. */
  String place() {
    return region.map("region "::concat).orElse(credentials.keystone());
  }

  JsonNode get(Service service, String path) throws Refusal, PortException {
    return ask("GET", service, path, "", OUT_OF_ORDER);
  }

  void delete(Service service, String path) throws Refusal, PortException {
    ask("DELETE", service, path, "", OUT_OF_ORDER);
  }

  JsonNode post(Service service, String path, JsonNode body) throws Refusal, PortException {
    return ask("POST", service, path, body.toString(), Set.of());
  }

  private synchronized JsonNode ask(
      String method, Service service, String path, String body, Set<Integer> repeatable)
      throws Refusal, PortException {
    boolean renewed = false;
    Duration next = FIRST_PAUSE;
    for (int attempt = 1; ; attempt++) {
      String address = endpoint(service) + path;
      Wire.Answer answer = sent(new Wire.Call(method, address, headers(), body));
      if (answer.status() / 100 == 2) {
        return json(answer.body());
      }
      if (answer.status() == 401 && !renewed) {
        renewed = true;
        token = null;
        continue;
      }
      boolean again = THROTTLED.contains(answer.status()) || repeatable.contains(answer.status());
      if (!again || attempt == ATTEMPTS) {
        throw new Refusal(answer.status(), said(answer.body()));
      }
      pause.take(asked(answer).orElse(next));
      next = next.multipliedBy(2);
    }
  }

  private Map<String, String> headers() {
    Map<String, String> headers = new HashMap<>();
    headers.put("Content-Type", "application/json");
    headers.put("OpenStack-API-Version", COMPUTE_VERSION);
    if (token != null) {
      headers.put("X-Auth-Token", token);
    }
    return headers;
  }

  /** How long the service asks to wait, within a bound. */
  private static Optional<Duration> asked(Wire.Answer answer) {
    String seconds = answer.headers().getOrDefault("retry-after", "");
    return seconds.matches("[0-9]{1,9}")
        ? Optional.of(Duration.ofSeconds(Math.min(LONGEST_PAUSE_SECONDS, Long.parseLong(seconds))))
        : Optional.empty();
  }

  private Wire.Answer sent(Wire.Call call) {
    try {
      return wire.send(call);
    } catch (IOException | IllegalArgumentException e) {
      String why = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
      return new Wire.Answer(
          0,
          Map.of(),
          JSON.createObjectNode().put("message", call.address() + ": " + why).toString());
    }
  }

  /** The address of a service in this region, once Keystone has given a token. */
  private String endpoint(Service service) throws Refusal, PortException {
    if (token == null) {
      logIn();
    }
    Set<String> regions = new TreeSet<>();
    List<String> addresses = new ArrayList<>();
    for (JsonNode entry : catalogue) {
      if (!entry.path("type").asText().equals(service.type())) {
        continue;
      }
      for (JsonNode endpoint : entry.path("endpoints")) {
        String at = endpoint.path("region_id").asText(endpoint.path("region").asText());
        if (endpoint.path("interface").asText().equals("public")) {
          regions.add(at);
          if (region.isEmpty() || region.get().equals(at)) {
            addresses.add(endpoint.path("url").asText());
          }
        }
      }
    }
    if (addresses.isEmpty()) {
      throw new PortException(
          "cloud.region: want a region of %s that has a service of type %s, got %s; there are %s."
              .formatted(credentials.keystone(), service.type(), region.orElse("none"), regions));
    }
    if (region.isEmpty() && regions.size() > 1) {
      throw new PortException("cloud.region: want one of %s, got none.".formatted(regions));
    }
    return service.at(addresses.get(0));
  }

  private void logIn() throws Refusal, PortException {
    Duration next = FIRST_PAUSE;
    for (int attempt = 1; ; attempt++) {
      Wire.Answer answer =
          sent(
              new Wire.Call(
                  "POST",
                  credentials.keystone() + "/auth/tokens",
                  Map.of("Content-Type", "application/json"),
                  credentials.request().toString()));
      String given = answer.headers().get("x-subject-token");
      if (answer.status() == 201 && given != null) {
        token = given;
        catalogue = json(answer.body()).path("token").path("catalog");
        return;
      }
      boolean again = THROTTLED.contains(answer.status()) || OUT_OF_ORDER.contains(answer.status());
      if (!again || attempt == ATTEMPTS) {
        throw refusedByKeystone(answer);
      }
      pause.take(asked(answer).orElse(next));
      next = next.multipliedBy(2);
    }
  }

  private PortException refusedByKeystone(Wire.Answer answer) {
    Refusal refusal = new Refusal(answer.status(), said(answer.body()));
    String sentence =
        switch (answer.status()) {
          case 0 ->
              "Keystone cannot be reached: %s. Look at OS_AUTH_URL of %s."
                  .formatted(refusal.said(), credentials);
          case 401 ->
              "Keystone does not accept the credentials of %s (401): %s. They are wrong, or an application credential has expired or was deleted; try 'openstack token issue'."
                  .formatted(credentials, refusal.said());
          default ->
              "Keystone at %s refuses (%d): %s. Look at OS_AUTH_URL of %s."
                  .formatted(credentials.keystone(), answer.status(), refusal.said(), credentials);
        };
    return new PortException(sentence, refusal);
  }

  private static JsonNode json(String body) throws PortException {
    try {
      return body.isBlank() ? MissingNode.getInstance() : JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new PortException("OpenStack answers with what is no JSON.", e);
    }
  }

  /** The sentence in an answer's body, whichever service's form it has. */
  private static String said(String body) {
    try {
      JsonNode text = JSON.readTree(body).findValue("message");
      return text == null || !text.isTextual() ? body : text.asText();
    } catch (JsonProcessingException e) {
      return body.replaceAll("<[^>]*>", " ");
    }
  }

  /** A service of the catalogue. */
  enum Service {
    COMPUTE("compute", ""),
    IMAGE("image", "/v2"),
    NETWORK("network", "/v2.0");

    private final String type;
    private final String version;

    Service(String type, String version) {
      this.type = type;
      this.version = version;
    }

    String type() {
      return type;
    }

    /** Its version is in some catalogues and not in others. */
    String at(String address) {
      String base = address.replaceAll("/+$", "");
      return base.matches(".*/v[0-9.]+(/[0-9a-f]+)?") ? base : base + version;
    }
  }
}
