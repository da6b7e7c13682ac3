package io.proteus.controller.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.exc.InvalidNullException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import io.proteus.controller.settings.NearestWord;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.units.OneLine;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * JSON that is not what it should be. The message names the place, as in {@code $.nodes[2].cpu}.
 */
public final class UnreadableJson extends Exception {
  private static final long serialVersionUID = 1L;

  /** What Jackson's messages say that they found; they name classes besides. */
  private static final Pattern GIVEN =
      Pattern.compile("from (Array|Boolean|Floating-point|Integer|Null|Number|Object|String)\\b");

  private static final Pattern CLASS_NAME =
      Pattern.compile("(?:[a-z]\\w*\\.)+(?:[A-Z]\\w*[.$])*([A-Z]\\w*)");

  public UnreadableJson(String message) {
    super(message);
  }

  UnreadableJson(String message, Throwable cause) {
    super(message, cause);
  }

  /** All that is there is the word null, for which Jackson gives null. */
  static UnreadableJson isNull() {
    return new UnreadableJson("$: want a value, got null");
  }

  /** Values that do not fit together. */
  static UnreadableJson contradiction(InvalidValue why) {
    return new UnreadableJson(
        "$: " + OneLine.escaped(Objects.requireNonNull(why.getMessage())), why);
  }

  static UnreadableJson because(JsonProcessingException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof StreamReadException notJson) {
        return notJson(notJson);
      }
    }
    return e instanceof JsonMappingException mapping
        ? new UnreadableJson("%s: %s".formatted(path(mapping), problem(mapping)), e)
        : new UnreadableJson(firstLine(e), e);
  }

  private static UnreadableJson notJson(StreamReadException e) {
    JsonLocation at = e.getLocation();
    String said = firstLine(e);
    int source = said.indexOf(" (start marker at ");
    return new UnreadableJson(
        "line %d, column %d: not JSON: %s"
            .formatted(
                at.getLineNr(), at.getColumnNr(), source < 0 ? said : said.substring(0, source)),
        e);
  }

  private static String path(JsonMappingException e) {
    StringBuilder path = new StringBuilder("$");
    for (JsonMappingException.Reference step : e.getPath()) {
      if (step.getFieldName() == null) {
        path.append('[').append(step.getIndex()).append(']');
      } else {
        path.append('.').append(step.getFieldName());
      }
    }
    return path.toString();
  }

  private static String problem(JsonMappingException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidValue invalid) {
        return Objects.requireNonNull(invalid.getMessage());
      }
    }
    if (e instanceof UnrecognizedPropertyException unknown) {
      return unknownField(unknown.getPropertyName(), unknown.getKnownPropertyIds());
    }
    if (e instanceof InvalidNullException) {
      return "want a value, got null. Leave out what is not known.";
    }
    String said = firstLine(e);
    if (said.startsWith("Missing required creator property")) {
      return "want a field %s, got none."
          .formatted(said.substring(said.indexOf('\''), said.lastIndexOf('\'') + 1));
    }
    if (e instanceof MismatchedInputException mismatch) {
      Matcher given = GIVEN.matcher(said);
      return "want %s%s."
          .formatted(
              wanted(mismatch),
              given.find() ? ", got " + given.group(1).toLowerCase(Locale.ROOT) : "");
    }
    return CLASS_NAME.matcher(said).replaceAll("$1");
  }

  private static String unknownField(String name, @Nullable Collection<Object> known) {
    String nearest =
        known == null
            ? ""
            : NearestWord.to(name, known.stream().map(Object::toString).toList())
                .map(" Maybe '%s'."::formatted)
                .orElse("");
    return "there is no field '%s' here.%s".formatted(name, nearest);
  }

  private static String wanted(MismatchedInputException e) {
    Class<?> type = e.getTargetType();
    if (type == null) {
      return "an object";
    }
    if (Collection.class.isAssignableFrom(type)) {
      return "a list";
    }
    if (type.isEnum()) {
      String said = firstLine(e);
      return "one of " + said.substring(said.lastIndexOf('[') + 1).replace("]", "");
    }
    return Map.<Class<?>, String>ofEntries(
            Map.entry(boolean.class, "true or false"),
            Map.entry(Boolean.class, "true or false"),
            Map.entry(int.class, "a whole number"),
            Map.entry(long.class, "a whole number"),
            Map.entry(Long.class, "a whole number"),
            Map.entry(double.class, "a number"),
            Map.entry(String.class, "a text"),
            Map.entry(Instant.class, "an instant such as 2026-01-31T12:00:00Z"),
            Map.entry(Duration.class, "a duration such as PT30S"))
        .getOrDefault(type, "an object");
  }

  private static String firstLine(JsonProcessingException e) {
    String said = e.getOriginalMessage();
    int end = said.indexOf('\n');
    return end < 0 ? said : said.substring(0, end);
  }
}
