package io.proteus.deployment.hbase;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Asks a daemon's JMX servlet for one bean. */
final class Jmx {
  private static final int TIMEOUT_MILLIS = 2000;
  private static final ObjectMapper JSON = new ObjectMapper();

  private Jmx() {}

  /** The bean's attributes, or null when the daemon does not answer or has no such bean (yet). */
  static @Nullable JsonNode bean(String address, int port, String name) {
    String query = URLEncoder.encode(name, StandardCharsets.UTF_8);
    try {
      HttpURLConnection connection =
          (HttpURLConnection)
              URI.create("http://%s:%d/jmx?qry=%s".formatted(address, port, query))
                  .toURL()
                  .openConnection();
      connection.setConnectTimeout(TIMEOUT_MILLIS);
      connection.setReadTimeout(TIMEOUT_MILLIS);
      try (InputStream body = connection.getInputStream()) {
        JsonNode beans = JSON.readTree(body).path("beans");
        return beans.isArray() && !beans.isEmpty() ? beans.get(0) : null;
      } finally {
        connection.disconnect();
      }
    } catch (IOException notYet) {
      return null;
    }
  }
}
