package io.proteus.engine.hbase;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;

/**
 * Goes through the servlets' answers without building trees.
 *
 * <p>Field names are neither interned nor looked up in a symbol table: each of a server's thousands
 * of names occurs once, and such a table makes reading six times as dear (measured: 3.6 s instead
 * of 0.6 s CPU for 1,000 servers of 100 regions).
 */
final class Json {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS) // JMX has NaN
          .build();

  /** Gets every field that holds a number or a text, at any depth. */
  interface Fields {
    /** The parser stands on the value. */
    void field(String name, JsonParser value) throws IOException;
  }

  private Json() {}

  static void read(byte[] body, Fields fields) throws IOException {
    try (JsonParser parser = FACTORY.createParser(body)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.FIELD_NAME) {
          String name = parser.currentName();
          if (parser.nextToken().isScalarValue()) {
            fields.field(name, parser);
          }
        }
      }
    }
  }
}
