package io.proteus.controller.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.OneLine;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A stream of JSON that is being read, and the sentences about what is wrong in it. Each names the
 * place, what was wanted and what is there.
 */
final class JsonSource {
  /** Of a name or a value, in a sentence. */
  private static final int LONGEST_SHOWN = 60;

  private static final Pattern PLAIN_KEY = Pattern.compile("[A-Za-z0-9_-]{1,60}");

  /** Names of nodes and tables are shared, as a million partitions repeat them. */
  private static final int MOST_SHARED = 100_000;

  private final JsonParser json;
  private final Map<String, Object> shared = new HashMap<>();

  JsonSource(JsonParser json) {
    this.json = json;
  }

  JsonToken token() {
    return json.currentToken();
  }

  /** The next token; null after the last. */
  @Nullable JsonToken next() throws IOException {
    return json.nextToken();
  }

  /** The name of the next field, or null at the end of the object. */
  @Nullable String nextField() throws IOException {
    return json.nextToken() == JsonToken.END_OBJECT ? null : json.currentName();
  }

  /** Moves past the value that begins with the current token. */
  void skip() throws IOException {
    json.skipChildren();
  }

  String text() throws IOException {
    return json.getText();
  }

  double number() throws IOException {
    return json.getDoubleValue();
  }

  long wholeNumber() throws IOException {
    return json.getLongValue();
  }

  boolean fitsLong() throws IOException {
    return json.getNumberType() != JsonParser.NumberType.BIG_INTEGER;
  }

  /** The value of this text, one object for all that are alike. */
  Object shared(Class<?> type, String text, Function<String, ?> of) {
    Object known = shared.get(text);
    if (known != null && known.getClass() == type) {
      return known;
    }
    Object made = of.apply(text);
    if (shared.size() < MOST_SHARED) {
      shared.put(text, made);
    }
    return made;
  }

  /** Says that something else is there than what is wanted. */
  UnreadableJson unwanted(String wanted) throws IOException {
    return wrong("want %s, got %s.".formatted(wanted, got()));
  }

  UnreadableJson wrong(String problem) {
    return new UnreadableJson(path() + ": " + problem);
  }

  /** Says that values do not fit together, which no schema tells. */
  UnreadableJson contradictory(InvalidValue why) {
    String message = Objects.requireNonNull(why.getMessage());
    return new UnreadableJson(path() + ": " + OneLine.escaped(message), why);
  }

  /** Says that a field is not where it must be. */
  UnreadableJson missing(String field) {
    return new UnreadableJson(
        "%s.%s: want a field '%s', got none.".formatted(path(), field, field));
  }

  private String got() throws IOException {
    return switch (token()) {
      case START_OBJECT -> "an object";
      case START_ARRAY -> "a list";
      case VALUE_STRING -> "'" + shown(text()) + "'";
      default -> shown(text());
    };
  }

  /** A text from outside, harmless and not too long. */
  static String shown(String text) {
    int most = Math.min(text.length(), LONGEST_SHOWN);
    return OneLine.escaped(text.substring(0, most)) + (text.length() > most ? "..." : "");
  }

  /** Where the current token is, as in {@code $.nodes[2].cpu}. */
  private String path() {
    StringBuilder path = new StringBuilder();
    JsonStreamContext at = json.getParsingContext();
    boolean begins = token() == JsonToken.START_OBJECT || token() == JsonToken.START_ARRAY;
    for (JsonStreamContext c = begins ? at.getParent() : at; c != null; c = c.getParent()) {
      if (c.inArray()) {
        path.insert(0, "[" + c.getCurrentIndex() + "]");
      } else if (c.inObject() && c.getCurrentName() != null) {
        String key = c.getCurrentName();
        path.insert(0, PLAIN_KEY.matcher(key).matches() ? "." + key : "['" + shown(key) + "']");
      }
    }
    return path.insert(0, '$').toString();
  }
}
