package io.proteus.controller.json;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.PartitionId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A sentence: a text of older files, or a template with its arguments ({@link SentenceJson}). */
final class SentenceShape implements Shape {
  private static final String NAME = "sentence";
  private static final LeafShape.Word TEXT = LeafShape.text();
  private static final Shape NUMBER =
      LeafShape.number("a number", -LeafShape.MOST, LeafShape.MOST, Double::valueOf);

  /** What an argument is, by the only key of its object. */
  private static final Map<String, Shape> TYPED =
      new TreeMap<>(
          Map.of(
              "node", LeafShape.name(NodeId.class, NodeId::new),
              "partition", LeafShape.name(PartitionId.class, PartitionId::new),
              "table", LeafShape.name(TableId.class, TableId::new),
              "share", LeafShape.number("a share 0..1", 0, 1, Ratio::new),
              "bytes", Shapes.BYTES,
              "perSecond", LeafShape.number("a rate", 0, LeafShape.MOST, OperationsPerSecond::new),
              "number",
                  LeafShape.oneOf(
                      Map.of(
                          "NaN", Double.NaN,
                          "Infinity", Double.POSITIVE_INFINITY,
                          "-Infinity", Double.NEGATIVE_INFINITY))));

  @Override
  public Object read(JsonSource json) throws IOException, UnreadableJson {
    if (json.token() == JsonToken.VALUE_STRING) {
      return OldSentence.of((String) TEXT.read(json));
    }
    if (json.token() != JsonToken.START_OBJECT) {
      throw json.unwanted("a text, or an object with a template");
    }
    return ofTemplate(json.nextField(), json);
  }

  /** The rest of an object whose first field has been read. */
  private static Sentence ofTemplate(@Nullable String first, JsonSource json)
      throws IOException, UnreadableJson {
    String template = null;
    List<Object> arguments = null;
    for (String key = first; key != null; key = json.nextField()) {
      json.next();
      if (key.equals("template") && template == null) {
        template = (String) TEXT.read(json);
      } else if (key.equals("arguments") && arguments == null) {
        arguments = arguments(json);
      } else {
        throw json.wrong("want a template and arguments, each once.");
      }
    }
    if (template == null) {
      throw json.missing("template");
    }
    try {
      return Sentence.of(template, arguments == null ? new Object[0] : arguments.toArray());
    } catch (IllegalArgumentException e) {
      throw json.contradictory(new InvalidValue("template and arguments do not fit together."));
    }
  }

  private static List<Object> arguments(JsonSource json) throws IOException, UnreadableJson {
    if (json.token() != JsonToken.START_ARRAY) {
      throw json.unwanted("a list");
    }
    List<Object> arguments = new ArrayList<>();
    while (json.next() != JsonToken.END_ARRAY) {
      arguments.add(argument(json));
    }
    return arguments;
  }

  private static Object argument(JsonSource json) throws IOException, UnreadableJson {
    if (json.token() == JsonToken.VALUE_STRING) {
      return TEXT.read(json);
    }
    if (json.token() != JsonToken.START_OBJECT) {
      double value = (Double) NUMBER.read(json);
      return json.token() == JsonToken.VALUE_NUMBER_INT && json.fitsLong()
          ? (Object) json.wholeNumber()
          : (Object) value;
    }
    String key = json.nextField();
    Shape typed = key == null ? null : TYPED.get(key);
    if (typed == null) {
      return ofTemplate(key, json);
    }
    json.next();
    Object value = typed.read(json);
    if (json.nextField() != null) {
      throw json.wrong("want one field in an argument of a sentence, got more.");
    }
    return value;
  }

  @Override
  public ObjectNode schema(ObjectNode definitions) {
    if (!definitions.has(NAME)) {
      ObjectNode sentence = definitions.putObject(NAME);
      sentence.put("description", "a text, or a template with arguments, shown in a store's words");
      ArrayNode forms = sentence.putArray("anyOf");
      forms.add(TEXT.schema(definitions));
      forms.add(template(definitions));
    }
    return reference(NAME);
  }

  private static ObjectNode template(ObjectNode definitions) {
    ObjectNode whole = LeafShape.typed("object").put("additionalProperties", false);
    whole.putArray("required").add("template");
    ObjectNode fields = whole.putObject("properties");
    fields.set("template", TEXT.schema(definitions));
    ArrayNode argument =
        fields.putObject("arguments").put("type", "array").putObject("items").putArray("anyOf");
    argument.add(NUMBER.schema(definitions));
    argument.add(reference(NAME));
    TYPED.forEach(
        (key, shape) -> {
          ObjectNode typed = argument.addObject().put("type", "object");
          typed.put("additionalProperties", false).putArray("required").add(key);
          typed.putObject("properties").set(key, shape.schema(definitions));
        });
    return whole;
  }

  private static ObjectNode reference(String name) {
    return JsonNodeFactory.instance.objectNode().put("$ref", "#/$defs/" + name);
  }
}
