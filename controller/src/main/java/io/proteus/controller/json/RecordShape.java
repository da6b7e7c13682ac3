package io.proteus.controller.json;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A record as an object, or as a row of values where there are too many for names. */
final class RecordShape implements Shape {
  /**
   * A component of the record.
   *
   * @param absent the value of the component when the field is left out
   */
  record Field(
      String name, Shape shape, boolean required, @Nullable Object absent, String description) {}

  private final String name;
  private final List<Field> fields;
  private final List<String> ignored;
  private final boolean isRow;
  private final MethodHandle constructor;
  private final Map<String, Integer> places = new HashMap<>();

  /**
   * @param name under which its schema is defined
   * @param ignored fields that are read over
   * @param constructor takes the values in one array
   */
  RecordShape(
      String name,
      List<Field> fields,
      List<String> ignored,
      boolean isRow,
      MethodHandle constructor) {
    this.name = name;
    this.fields = fields;
    this.ignored = ignored;
    this.isRow = isRow;
    this.constructor = constructor;
    for (int place = 0; place < fields.size(); place++) {
      places.put(fields.get(place).name(), place);
    }
  }

  @Override
  public Object read(JsonSource json) throws IOException, UnreadableJson {
    @Nullable Object[] values = new Object[fields.size()];
    if (isRow) {
      readRow(json, values);
    } else {
      readObject(json, values);
    }
    try {
      return (Object) constructor.invokeExact(values);
    } catch (InvalidValue e) {
      throw json.contradictory(e);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("%s throws a checked exception".formatted(name), e);
    }
  }

  private void readObject(JsonSource json, @Nullable Object[] values)
      throws IOException, UnreadableJson {
    if (json.token() != JsonToken.START_OBJECT) {
      throw json.unwanted("an object");
    }
    boolean[] seen = new boolean[values.length];
    for (String key = json.nextField(); key != null; key = json.nextField()) {
      Integer place = places.get(key);
      if (place == null) {
        readOver(key, json);
      } else if (seen[place]) {
        throw json.wrong("the field is there twice.");
      } else {
        seen[place] = true;
        json.next();
        values[place] = value(fields.get(place), json);
      }
    }
    for (int place = 0; place < values.length; place++) {
      if (!seen[place] && fields.get(place).required()) {
        throw json.missing(fields.get(place).name());
      }
      values[place] = values[place] == null ? fields.get(place).absent() : values[place];
    }
  }

  private void readOver(String key, JsonSource json) throws IOException, UnreadableJson {
    if (!ignored.contains(key)) {
      throw json.wrong(
          "there is no field '%s' here.%s"
              .formatted(
                  JsonSource.shown(key), LeafShape.nearest(key, List.copyOf(places.keySet()))));
    }
    json.next();
    json.skip();
  }

  private void readRow(JsonSource json, @Nullable Object[] values)
      throws IOException, UnreadableJson {
    String wanted = "a list of %d: %s".formatted(fields.size(), String.join(", ", names()));
    if (json.token() != JsonToken.START_ARRAY) {
      throw json.unwanted(wanted);
    }
    for (int place = 0; place < values.length; place++) {
      if (json.next() == JsonToken.END_ARRAY) {
        throw json.wrong("want %s, got %d.".formatted(wanted, place));
      }
      values[place] = value(fields.get(place), json);
    }
    if (json.next() != JsonToken.END_ARRAY) {
      throw json.wrong("want %s, got more.".formatted(wanted));
    }
  }

  private static @Nullable Object value(Field field, JsonSource json)
      throws IOException, UnreadableJson {
    if (json.token() != JsonToken.VALUE_NULL) {
      return field.shape().read(json);
    }
    if (field.required()) {
      throw json.wrong("want a value, got null.");
    }
    return field.absent();
  }

  private List<String> names() {
    return fields.stream().map(Field::name).toList();
  }

  @Override
  public ObjectNode schema(ObjectNode definitions) {
    if (!definitions.has(name)) {
      ObjectNode definition = definitions.putObject(name);
      definition.setAll(isRow ? rowSchema(definitions) : objectSchema(definitions));
    }
    return JsonNodeFactory.instance.objectNode().put("$ref", "#/$defs/" + name);
  }

  private ObjectNode rowSchema(ObjectNode definitions) {
    ObjectNode schema = LeafShape.typed("array");
    schema.put("description", "in a row: " + String.join(", ", names()));
    ArrayNode items = schema.putArray("prefixItems");
    fields.forEach(field -> items.add(schema(field, definitions)));
    return schema.put("minItems", fields.size()).put("maxItems", fields.size());
  }

  /** The schema of the object in its own place. */
  ObjectNode objectSchema(ObjectNode definitions) {
    ObjectNode schema = LeafShape.typed("object").put("additionalProperties", false);
    List<Field> required = fields.stream().filter(Field::required).toList();
    if (!required.isEmpty()) {
      ArrayNode list = schema.putArray("required");
      required.forEach(field -> list.add(field.name()));
    }
    ObjectNode properties = schema.putObject("properties");
    ignored.forEach(free -> properties.putObject(free).put("description", "free, and ignored"));
    fields.forEach(field -> properties.set(field.name(), schema(field, definitions)));
    return schema;
  }

  private static ObjectNode schema(Field field, ObjectNode definitions) {
    ObjectNode schema = field.shape().schema(definitions);
    ObjectNode whole = field.required() ? schema : orNull(schema);
    return field.description().isEmpty() ? whole : whole.put("description", field.description());
  }

  private static ObjectNode orNull(ObjectNode schema) {
    if (schema.get("enum") instanceof ArrayNode words) {
      words.addNull();
    } else if (schema.has("type")) {
      String type = schema.get("type").asText();
      schema.putArray("type").add(type).add("null");
    } else if (schema.get("anyOf") instanceof ArrayNode forms) {
      forms.addObject().put("type", "null");
    } else {
      ObjectNode either = JsonNodeFactory.instance.objectNode();
      either.putArray("anyOf").add(schema).addObject().put("type", "null");
      return either;
    }
    return schema;
  }
}
