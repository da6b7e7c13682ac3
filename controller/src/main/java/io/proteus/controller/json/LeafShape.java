package io.proteus.controller.json;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.proteus.controller.settings.NearestWord;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.Token;
import io.proteus.core.units.InvalidValue;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.regex.Pattern;

/** Values that are one word or one number. */
final class LeafShape {
  /** The whole numbers that every reader of JSON can hold. */
  static final long MOST_WHOLE = (1L << 53) - 1;

  /** Beyond all that is measured, and far enough from what a double holds to be added up. */
  static final double MOST = 1e30;

  /** All blanks that there are count as blank, whatever a program takes {@code \s} for. */
  private static final Pattern NOT_BLANK =
      Pattern.compile(
          "[^\\s\\u0000\\u001c-\\u001f\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]");

  private static final Pattern INSTANT =
      Pattern.compile(
          "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3])(:[0-5]\\d){2}"
              + "(\\.\\d{1,9})?(Z|[+-](0\\d|1[0-7]):[0-5]\\d)$");

  private static final Pattern TOKEN = Pattern.compile("^-?\\d{1,19}$");

  private static final Pattern DURATION =
      Pattern.compile("^PT(?=\\d)(\\d{1,7}H)?(\\d{1,9}M)?(\\d{1,9}(\\.\\d{1,9})?S)?$");

  private static final String ROW_KEY = "^([!-\\[\\]-~]|\\\\x[0-9A-Fa-f]{2})+$";

  private static final int LONGEST_NAME = 4_096;
  private static final int LONGEST_TEXT = 100_000;

  private LeafShape() {}

  /** A value that is a text, and may therefore be the key of an object. */
  abstract static class Word implements Shape {
    /** Reads a key or a text; what is wrong is said of the place where the source is. */
    abstract Object of(String text, JsonSource json) throws IOException, UnreadableJson;

    abstract String wanted();

    @Override
    public final Object read(JsonSource json) throws IOException, UnreadableJson {
      if (json.token() != JsonToken.VALUE_STRING) {
        throw json.unwanted(wanted());
      }
      return of(json.text(), json);
    }
  }

  /** A name: not blank. */
  static Word name(Class<?> type, Function<String, ?> of) {
    return new Word() {
      @Override
      Object of(String text, JsonSource json) throws IOException, UnreadableJson {
        if (isLonger(text, LONGEST_NAME)) {
          throw json.unwanted("a name of %d characters at most".formatted(LONGEST_NAME));
        }
        if (!NOT_BLANK.matcher(text).find()) {
          throw json.unwanted(wanted());
        }
        return json.shared(type, text, of);
      }

      @Override
      String wanted() {
        return "a name";
      }

      @Override
      public ObjectNode schema(ObjectNode definitions) {
        return typed("string").put("pattern", NOT_BLANK.pattern()).put("maxLength", LONGEST_NAME);
      }
    };
  }

  static Word text() {
    return new Word() {
      @Override
      Object of(String text, JsonSource json) throws IOException, UnreadableJson {
        if (isLonger(text, LONGEST_TEXT)) {
          throw json.unwanted("a text of %d characters at most".formatted(LONGEST_TEXT));
        }
        return text;
      }

      @Override
      String wanted() {
        return "a text";
      }

      @Override
      public ObjectNode schema(ObjectNode definitions) {
        return typed("string").put("maxLength", LONGEST_TEXT);
      }
    };
  }

  /** A text that tells of which kind and version a document is. */
  static Word always(String value) {
    return new Word() {
      @Override
      Object of(String text, JsonSource json) throws IOException, UnreadableJson {
        if (!text.equals(value)) {
          throw json.wrong(
              "want %s, got '%s'. Another version of Proteus may have written it."
                  .formatted(wanted(), JsonSource.shown(text)));
        }
        return value;
      }

      @Override
      String wanted() {
        return "'" + value + "'";
      }

      @Override
      public ObjectNode schema(ObjectNode definitions) {
        return JsonNodeFactory.instance.objectNode().put("const", value);
      }
    };
  }

  /** One of a few words. */
  static Word oneOf(Map<String, ?> words) {
    Map<String, ?> sorted = new TreeMap<>(words);
    return new Word() {
      @Override
      Object of(String text, JsonSource json) throws IOException, UnreadableJson {
        Object value = sorted.get(text);
        if (value == null) {
          String nearest = nearest(text, List.copyOf(sorted.keySet()));
          throw json.wrong(
              "want %s, got '%s'.%s".formatted(wanted(), JsonSource.shown(text), nearest));
        }
        return value;
      }

      @Override
      String wanted() {
        return "one of " + String.join(", ", sorted.keySet());
      }

      @Override
      public ObjectNode schema(ObjectNode definitions) {
        ObjectNode schema = JsonNodeFactory.instance.objectNode();
        sorted.keySet().forEach(schema.putArray("enum")::add);
        return schema;
      }
    };
  }

  static Word instant() {
    return formatted(
        INSTANT, "an instant such as 2026-01-31T12:00:00Z", "date-time", Instant::parse);
  }

  static Word duration() {
    return formatted(DURATION, "a duration such as PT30S", "", Duration::parse);
  }

  static Word token() {
    return formatted(TOKEN, "a whole number of 64 bits, as text", "", Token::parse);
  }

  /** A row's key, as the store's shell writes it. */
  static Word rowKey() {
    return new Word() {
      @Override
      Object of(String text, JsonSource json) throws IOException, UnreadableJson {
        try {
          // by no pattern, as repeating a choice so often would exhaust the stack
          if (!text.isEmpty()
              && text.length() <= LONGEST_TEXT
              && text.chars().allMatch(c -> c < 127)) {
            return RowKey.parse(text);
          }
        } catch (InvalidValue e) {
          // said below, in the words of the reader
        }
        throw json.unwanted(wanted());
      }

      @Override
      String wanted() {
        return "a key of printable ASCII and \\xNN for all other bytes";
      }

      @Override
      public ObjectNode schema(ObjectNode definitions) {
        return typed("string").put("pattern", ROW_KEY).put("maxLength", LONGEST_TEXT);
      }
    };
  }

  private static Word formatted(
      Pattern pattern, String wanted, String format, Function<String, ?> of) {
    return new Word() {
      @Override
      Object of(String text, JsonSource json) throws IOException, UnreadableJson {
        try {
          if (pattern.matcher(text).matches()) {
            return of.apply(text);
          }
        } catch (DateTimeException | InvalidValue e) {
          // 30 February fits the pattern, and so does a token of 65 bits
        }
        throw json.unwanted(wanted);
      }

      @Override
      String wanted() {
        return wanted;
      }

      @Override
      public ObjectNode schema(ObjectNode definitions) {
        ObjectNode schema = typed("string").put("pattern", pattern.pattern());
        return format.isEmpty() ? schema : schema.put("format", format);
      }
    };
  }

  /** A number of which fractions are meant. */
  static Shape number(String wanted, double least, double most, DoubleFunction<?> of) {
    return new Shape() {
      @Override
      public Object read(JsonSource json) throws IOException, UnreadableJson {
        double value = json.token().isNumeric() ? json.number() : Double.NaN;
        if (!(value >= least && value <= most)) {
          throw json.unwanted(wanted);
        }
        return of.apply(value);
      }

      @Override
      public ObjectNode schema(ObjectNode definitions) {
        return bounded(typed("number"), least, most);
      }
    };
  }

  /** A number without a fraction, 1.0 and 1e3 included, as JSON Schema has it. */
  static Shape wholeNumber(String wanted, long least, long most, LongFunction<?> of) {
    return new Shape() {
      @Override
      public Object read(JsonSource json) throws IOException, UnreadableJson {
        boolean isWhole =
            json.token() == JsonToken.VALUE_NUMBER_INT && json.fitsLong()
                || json.token() == JsonToken.VALUE_NUMBER_FLOAT
                    && json.number() == Math.rint(json.number())
                    && Math.abs(json.number()) <= MOST_WHOLE;
        long value =
            !isWhole
                ? 0
                : json.token() == JsonToken.VALUE_NUMBER_INT
                    ? json.wholeNumber()
                    : (long) json.number();
        if (!isWhole || value < least || value > most) {
          throw json.unwanted(wanted);
        }
        return of.apply(value);
      }

      @Override
      public ObjectNode schema(ObjectNode definitions) {
        return bounded(typed("integer"), least, most);
      }
    };
  }

  static Shape trueOrFalse() {
    return new Shape() {
      @Override
      public Object read(JsonSource json) throws IOException, UnreadableJson {
        if (!json.token().isBoolean()) {
          throw json.unwanted("true or false");
        }
        return json.token() == JsonToken.VALUE_TRUE;
      }

      @Override
      public ObjectNode schema(ObjectNode definitions) {
        return typed("boolean");
      }
    };
  }

  static ObjectNode typed(String type) {
    return JsonNodeFactory.instance.objectNode().put("type", type);
  }

  /** A proposal, with a blank before it; nothing where no word is near. */
  static String nearest(String word, List<String> known) {
    return NearestWord.to(word.substring(0, Math.min(word.length(), 100)), known)
        .map(" Maybe '%s'."::formatted)
        .orElse("");
  }

  private static ObjectNode bounded(ObjectNode schema, double least, double most) {
    return put(put(schema, "minimum", least), "maximum", most);
  }

  private static ObjectNode put(ObjectNode schema, String key, double bound) {
    return bound == Math.rint(bound) && Math.abs(bound) <= MOST_WHOLE
        ? schema.put(key, (long) bound)
        : schema.put(key, bound);
  }

  private static boolean isLonger(String text, int most) {
    return text.length() > most && text.codePointCount(0, text.length()) > most;
  }
}
