package io.proteus.controller.json;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.proteus.core.cluster.Known;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Values that hold others. */
final class CollectionShape {
  private CollectionShape() {}

  /** A list. Words are in it once. */
  static Shape list(Shape item) {
    boolean once = item instanceof LeafShape.Word;
    return new Shape() {
      @Override
      public List<?> read(JsonSource json) throws IOException, UnreadableJson {
        if (json.token() != JsonToken.START_ARRAY) {
          throw json.unwanted("a list");
        }
        List<Object> values = new ArrayList<>();
        Set<Object> seen = new HashSet<>();
        while (json.next() != JsonToken.END_ARRAY) {
          if (json.token() == JsonToken.VALUE_NULL) {
            throw json.wrong("want a value, got null.");
          }
          Object value = item.read(json);
          if (once && !seen.add(value)) {
            throw json.wrong("'%s' is listed twice.".formatted(JsonSource.shown(json.text())));
          }
          values.add(value);
        }
        return values;
      }

      @Override
      public ObjectNode schema(ObjectNode definitions) {
        ObjectNode schema = LeafShape.typed("array");
        schema.set("items", item.schema(definitions));
        return once ? schema.put("uniqueItems", true) : schema;
      }
    };
  }

  /** A set of words, written as a list. */
  static Shape set(LeafShape.Word item) {
    Shape list = list(item);
    return new Shape() {
      @Override
      public Object read(JsonSource json) throws IOException, UnreadableJson {
        return new LinkedHashSet<>((List<?>) list.read(json));
      }

      @Override
      public ObjectNode schema(ObjectNode definitions) {
        return list.schema(definitions);
      }
    };
  }

  /** An object whose keys are values, too. */
  static Shape map(LeafShape.Word key, Shape value) {
    return new Shape() {
      @Override
      public Object read(JsonSource json) throws IOException, UnreadableJson {
        if (json.token() != JsonToken.START_OBJECT) {
          throw json.unwanted("an object");
        }
        Map<Object, Object> values = new TreeMap<>();
        for (String name = json.nextField(); name != null; name = json.nextField()) {
          Object of = key.of(name, json);
          json.next();
          if (json.token() == JsonToken.VALUE_NULL) {
            throw json.wrong("want a value, got null.");
          }
          if (values.put(of, value.read(json)) != null) {
            throw json.wrong("the field is there twice.");
          }
        }
        return values;
      }

      @Override
      public ObjectNode schema(ObjectNode definitions) {
        ObjectNode schema = LeafShape.typed("object");
        schema.set("propertyNames", key.schema(definitions));
        schema.set("additionalProperties", value.schema(definitions));
        return schema;
      }
    };
  }

  /** A value, or a word where the store has none. */
  static Shape known(Shape value) {
    return new Shape() {
      @Override
      public Object read(JsonSource json) throws IOException, UnreadableJson {
        return json.token() == JsonToken.VALUE_STRING && json.text().equals(KnownJson.NONE)
            ? new Known.None<>()
            : Known.read(value.read(json));
      }

      @Override
      public ObjectNode schema(ObjectNode definitions) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        schema.putArray("anyOf").add(value.schema(definitions)).addObject().put("const", "none");
        return schema;
      }
    };
  }
}
