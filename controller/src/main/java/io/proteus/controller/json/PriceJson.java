package io.proteus.controller.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import io.proteus.core.step.Measure;
import io.proteus.core.step.Price;
import io.proteus.core.step.Steps;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A price as an object of numbers, each under the name of what it counts. */
final class PriceJson {
  /**
   * The names that the first version of plan documents requires, in its order; they are written
   * even if 0.
   */
  private static final List<String> REQUIRED =
      List.of(
          "moves",
          "bytesMoved",
          "restarts",
          "restartsSaved",
          "tablesAltered",
          "bytesCompacted",
          "nodesAdded",
          "nodesRemoved");

  private PriceJson() {}

  static final class Writer extends JsonSerializer<Price> {
    @Override
    public void serialize(Price price, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      Map<String, Long> others = new TreeMap<>();
      price.amounts().forEach((measure, amount) -> others.put(measure.name(), amount));
      json.writeStartObject();
      for (String name : REQUIRED) {
        Long amount = others.remove(name);
        json.writeNumberField(name, amount == null ? 0 : amount);
      }
      for (Map.Entry<String, Long> other : others.entrySet()) {
        json.writeNumberField(other.getKey(), other.getValue());
      }
      json.writeEndObject();
    }
  }

  static final class Reader extends JsonDeserializer<Price> {
    @Override
    public Price deserialize(JsonParser json, DeserializationContext context) throws IOException {
      Map<Measure, Long> amounts = new HashMap<>();
      List<String> missing = new ArrayList<>(REQUIRED);
      if (!json.isExpectedStartObjectToken()) {
        throw new InvalidValue("want an object of numbers, got %s.".formatted(json.getText()));
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        Measure measure = measure(json, name);
        if (json.nextToken() != JsonToken.VALUE_NUMBER_INT) {
          throw new InvalidValue(
              "%s: want a whole number, got %s.".formatted(name, json.getText()));
        }
        amounts.put(measure, json.getLongValue());
        missing.remove(name);
      }
      if (!missing.isEmpty()) {
        throw new InvalidValue("want %s too, which are missing.".formatted(missing));
      }
      return new Price(amounts);
    }

    private static Measure measure(JsonParser json, String name) throws IOException {
      for (Measure measure : Steps.measures()) {
        if (measure.name().equals(name)) {
          return measure;
        }
      }
      throw UnrecognizedPropertyException.from(
          json,
          Price.class,
          name,
          Steps.measures().stream().map(Measure::name).map(Object.class::cast).toList());
    }
  }
}
