package io.proteus.app.server;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** The description of the API, which is kept in {@code docs/api/openapi.yaml}. */
final class OpenApi {
  static final String JSON = json();

  private OpenApi() {}

  private static String json() {
    try (InputStream yaml = OpenApi.class.getResourceAsStream("/api/openapi.yaml")) {
      return new JsonMapper()
          .writeValueAsString(new YAMLMapper().readTree(Objects.requireNonNull(yaml)));
    } catch (IOException e) {
      throw new UncheckedIOException("the description is part of the program", e);
    }
  }
}
