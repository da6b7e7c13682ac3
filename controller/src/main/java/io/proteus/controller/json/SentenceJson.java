package io.proteus.controller.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A sentence in JSON. Where a writer has the words of a store as its attribute {@link #WORDS}, a
 * sentence is a text in these words. Elsewhere, as in the journal, it is {@code {"template": ...,
 * "arguments": [...]}}: an argument is a number, a text, or an object whose only key is the
 * argument's type. A plain text is read as an {@link OldSentence}.
 */
final class SentenceJson extends SimpleModule {
  private static final long serialVersionUID = 1L;

  /** The attribute of a writer that shows sentences in a store's words. */
  static final Object WORDS = Words.class;

  SentenceJson() {
    super("proteus-sentences");
    addSerializer(Sentence.class, new Write());
    addDeserializer(Sentence.class, new Read());
  }

  /** The words that a writer shows sentences in; null where it keeps templates and arguments. */
  static @Nullable Words wordsOf(SerializerProvider provider) {
    return (Words) provider.getAttribute(WORDS);
  }

  private static final class Write extends JsonSerializer<Sentence> {
    @Override
    public void serialize(Sentence sentence, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      Words words = wordsOf(provider);
      if (words == null) {
        write(sentence, json);
      } else {
        json.writeString(sentence.in(words));
      }
    }

    private static void write(Sentence sentence, JsonGenerator json) throws IOException {
      json.writeStartObject();
      json.writeStringField("template", sentence.template());
      if (!sentence.arguments().isEmpty()) {
        json.writeArrayFieldStart("arguments");
        for (Object argument : sentence.arguments()) {
          write(argument, json);
        }
        json.writeEndArray();
      }
      json.writeEndObject();
    }

    private static void write(Object argument, JsonGenerator json) throws IOException {
      if (argument instanceof Sentence sentence) {
        write(sentence, json);
      } else if (argument instanceof Long number) {
        json.writeNumber(number);
      } else if (argument instanceof Double number && Double.isFinite(number)) {
        json.writeNumber(number);
      } else if (argument instanceof String text) {
        json.writeString(text);
      } else {
        json.writeStartObject();
        writeTyped(argument, json);
        json.writeEndObject();
      }
    }

    private static void writeTyped(Object argument, JsonGenerator json) throws IOException {
      if (argument instanceof Sentence.Name name) {
        json.writeStringField(name.term().neutral().one(), name.value());
      } else if (argument instanceof Ratio share) {
        json.writeNumberField("share", share.value());
      } else if (argument instanceof ByteSize size) {
        json.writeNumberField("bytes", size.bytes());
      } else if (argument instanceof OperationsPerSecond rate) {
        json.writeNumberField("perSecond", rate.value());
      } else {
        json.writeStringField("number", argument.toString());
      }
    }
  }

  private static final class Read extends JsonDeserializer<Sentence> {
    @Override
    public Sentence deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      return sentence(context.readTree(json));
    }

    private static Sentence sentence(JsonNode json) {
      if (json.isTextual()) {
        return OldSentence.of(json.textValue());
      }
      List<Object> arguments = new ArrayList<>();
      for (JsonNode argument : json.path("arguments")) {
        arguments.add(argument(argument));
      }
      return Sentence.of(json.path("template").asText(), arguments.toArray());
    }

    private static Object argument(JsonNode json) {
      if (json.isIntegralNumber()) {
        return json.longValue();
      }
      if (json.isNumber()) {
        return json.doubleValue();
      }
      if (json.isTextual()) {
        return json.textValue();
      }
      if (json.has("template")) {
        return sentence(json);
      }
      if (json.size() != 1) {
        throw new InvalidValue("want an argument of a sentence, got %s.".formatted(json));
      }
      Map.Entry<String, JsonNode> typed = json.properties().iterator().next();
      return typed(typed.getKey(), typed.getValue());
    }

    private static Object typed(String type, JsonNode value) {
      return switch (type) {
        case "node" -> new NodeId(value.asText());
        case "partition" -> new PartitionId(value.asText());
        case "table" -> new TableId(value.asText());
        case "share" -> Ratio.of(value.asDouble());
        case "bytes" -> ByteSize.ofBytes(value.asLong());
        case "perSecond" -> new OperationsPerSecond(value.asDouble());
        case "number" -> Double.valueOf(value.asText());
        default -> throw new InvalidValue("want a type of an argument, got '%s'.".formatted(type));
      };
    }
  }
}
