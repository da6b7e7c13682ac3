package io.proteus.lab.result;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What stands in a table's row and column. In JSON it is a text, a number, a {@link Spread}, or
 * null where there is nothing.
 */
@JsonDeserialize(using = Cell.Reader.class)
public sealed interface Cell {
  Cell NOTHING = new Nothing();

  static Cell of(String text) {
    return new Text(text);
  }

  static Cell of(double value) {
    return new Figure(value);
  }

  /** Nothing where there is no value. */
  static Cell of(@Nullable Double value) {
    return value == null ? NOTHING : new Figure(value);
  }

  /** Nothing where nothing was measured. */
  static Cell of(@Nullable Spread spread) {
    return spread == null ? NOTHING : new Range(spread);
  }

  /** A text; nothing where there is none. */
  static Cell ofText(@Nullable Object text) {
    return text == null ? NOTHING : new Text(text.toString());
  }

  /** A number, a spread, a text, or nothing where there is none. */
  static Cell ofAny(@Nullable Object value) {
    if (value instanceof Number number) {
      return new Figure(number.doubleValue());
    }
    return value instanceof Spread spread ? new Range(spread) : ofText(value);
  }

  record Text(@JsonValue String text) implements Cell {}

  record Figure(@JsonValue double value) implements Cell {}

  /** The middle of several repeats, and how far they lie apart. */
  record Range(@JsonValue Spread spread) implements Cell {}

  /** What was not measured, or does not exist. */
  record Nothing() implements Cell {
    @JsonValue
    @Nullable Object value() {
      return null;
    }
  }

  /** Reads a cell by the kind of its JSON value. */
  final class Reader extends JsonDeserializer<Cell> {
    @Override
    public Cell deserialize(JsonParser parser, DeserializationContext context) throws IOException {
      JsonNode value = context.readTree(parser);
      if (value.isTextual()) {
        return of(value.textValue());
      }
      return value.isNumber()
          ? of(value.doubleValue())
          : of(context.readTreeAsValue(value, Spread.class));
    }

    @Override
    public Cell getNullValue(DeserializationContext context) {
      return NOTHING;
    }
  }
}
