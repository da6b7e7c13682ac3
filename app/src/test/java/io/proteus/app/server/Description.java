package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.TreeMap;

/** The description of the API, which answers are held against. */
final class Description {
  private static final JsonMapper MAPPER = new JsonMapper();

  private final JsonNode whole;

  Description() {
    this.whole = read(OpenApi.JSON);
  }

  static JsonNode read(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + json, e);
    }
  }

  /** Method and path of every operation, with the role that it takes. */
  Map<String, String> operations() {
    Map<String, String> operations = new TreeMap<>();
    whole
        .get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .properties()
                    .forEach(
                        operation ->
                            operations.put(
                                operation.getKey().toUpperCase(java.util.Locale.ROOT)
                                    + " "
                                    + path.getKey(),
                                operation.getValue().path("x-role").asText())));
    return operations;
  }

  /** Whether an operation may answer so. */
  boolean mayAnswer(String method, String path, int status) {
    return whole
        .get("paths")
        .path(path)
        .path(method.toLowerCase(java.util.Locale.ROOT))
        .path("responses")
        .has(Integer.toString(status));
  }

  /** Fails unless the answer is one that the description allows. */
  void assertDescribed(String method, String path, HttpResponse<String> answer) {
    String status = Integer.toString(answer.statusCode());
    JsonNode response =
        whole
            .get("paths")
            .path(path)
            .path(method.toLowerCase(java.util.Locale.ROOT))
            .path("responses")
            .path(status);
    assertThat(response.isMissingNode())
        .as("%s %s may answer %s: %s", method, path, status, answer.body())
        .isFalse();
    if (response.has("$ref")) {
      response = whole.at(response.get("$ref").asText().substring(1));
    }
    String type = answer.headers().firstValue("Content-Type").orElse("").replaceAll(";.*", "");
    JsonNode schema = response.path("content").path(type).path("schema");
    assertThat(schema.isMissingNode())
        .as("%s %s answers %s with %s: %s", method, path, status, type, answer.body())
        .isFalse();
    if (type.endsWith("json")) {
      ObjectNode document = schema.deepCopy();
      document.set("components", whole.get("components"));
      assertThat(
              JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                  .getSchema(document)
                  .validate(read(answer.body())))
          .as("%s %s answered %s", method, path, answer.body())
          .isEmpty();
    }
  }
}
