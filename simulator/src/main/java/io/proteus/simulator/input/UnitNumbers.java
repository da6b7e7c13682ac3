package io.proteus.simulator.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.OperationsPerSecond;
import io.proteus.core.units.Ratio;
import java.io.IOException;

/** Shares and rates of a scenario, written as in every file: as a number, or with their unit. */
public final class UnitNumbers {
  private UnitNumbers() {}

  /** {@code 0.6} or {@code 60%}. */
  public static final class Share extends Reading {
    private static final long serialVersionUID = 1;

    @Override
    double withUnit(String text) {
      return Ratio.parse(text).value();
    }
  }

  /** {@code 1500} or {@code 1500 op/s}. */
  public static final class Rate extends Reading {
    private static final long serialVersionUID = 1;

    @Override
    double withUnit(String text) {
      return OperationsPerSecond.parse(text).value();
    }
  }

  private abstract static class Reading extends StdDeserializer<Double> {
    private static final long serialVersionUID = 1;

    Reading() {
      super(Double.class);
    }

    abstract double withUnit(String text);

    @Override
    public Double deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      if (parser.currentToken() != JsonToken.VALUE_STRING) {
        return _parseDoublePrimitive(parser, context);
      }
      try {
        return withUnit(parser.getText());
      } catch (InvalidValue e) {
        throw context.weirdStringException(
            parser.getText(), Double.class, String.valueOf(e.getMessage()));
      }
    }
  }
}
