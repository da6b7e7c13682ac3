package io.proteus.controller.json;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.proteus.core.words.Words;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;

/**
 * Core's values as JSON: names as plain strings, a share as a number 0..1, a size as a number of
 * bytes, an instant and a duration in ISO 8601, a step and a verdict with their kind in {@code
 * step} and {@code verdict}. What is not known is left out.
 */
public final class CoreJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder(new JsonFactoryBuilder().characterEscapes(new PlainText()).build())
          .addModule(new JavaTimeModule())
          .addModule(new CoreValues())
          .addModule(new CoreShapes())
          .addModule(new MemoryShapes())
          .addModule(new SentenceJson())
          .serializationInclusion(JsonInclude.Include.NON_NULL)
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private CoreJson() {}

  /** For all values of core and all documents of this package. It may be shared by threads. */
  public static JsonMapper mapper() {
    return MAPPER;
  }

  /** One line that can be read back: sentences are templates with arguments. */
  public static String text(Object value) {
    return text(value, MAPPER.writer());
  }

  /** One line for display: sentences are texts in a store's words. */
  public static String text(Object value, Words words) {
    return text(value, MAPPER.writer().withAttribute(SentenceJson.WORDS, words));
  }

  /** Indented text that can be read back: sentences are templates with arguments. */
  public static String prettyText(Object value) {
    return text(value, MAPPER.writerWithDefaultPrettyPrinter());
  }

  /** Indented, to be shown: sentences are texts in a store's words. */
  public static String prettyText(Object value, Words words) {
    return text(
        value, MAPPER.writerWithDefaultPrettyPrinter().withAttribute(SentenceJson.WORDS, words));
  }

  /** A tree, to be shown: sentences are texts in a store's words. */
  public static ObjectNode tree(Object value, Words words) {
    try {
      return (ObjectNode) MAPPER.readTree(text(value, words));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("%s has no JSON form".formatted(value.getClass()), e);
    }
  }

  private static String text(Object value, ObjectWriter writer) {
    try {
      return writer.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("%s has no JSON form".formatted(value.getClass()), e);
    }
  }

  /** The same with an end of line, without the text being in memory as a whole. */
  public static void printPretty(Object value, PrintWriter out) {
    print(value, MAPPER.writerWithDefaultPrettyPrinter(), out);
  }

  /** The same, to be shown: sentences are texts in a store's words. */
  public static void printPretty(Object value, Words words, PrintWriter out) {
    print(
        value,
        MAPPER.writerWithDefaultPrettyPrinter().withAttribute(SentenceJson.WORDS, words),
        out);
  }

  private static void print(Object value, ObjectWriter writer, PrintWriter out) {
    try {
      writer.without(JsonGenerator.Feature.AUTO_CLOSE_TARGET).writeValue(out, value);
      out.println();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("%s has no JSON form".formatted(value.getClass()), e);
    } catch (IOException e) {
      throw new UncheckedIOException("a PrintWriter throws none", e);
    }
  }

  /** A value that {@link #text} wrote. */
  public static <T> T read(String json, Class<T> type) throws UnreadableJson {
    try {
      T read = MAPPER.readValue(json, type);
      if (read == null) {
        throw UnreadableJson.isNull();
      }
      return read;
    } catch (JsonProcessingException e) {
      throw UnreadableJson.because(e);
    }
  }
}
