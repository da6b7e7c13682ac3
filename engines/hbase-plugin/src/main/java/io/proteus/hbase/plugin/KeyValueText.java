package io.proteus.hbase.plugin;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A znode's body: one {@code key=value} a line, UTF-8, the first line {@code version=1}.
 *
 * <p>Readable with {@code zkCli.sh get}, and needs no library in the RegionServer. Unknown keys are
 * kept out of the way of known ones, so that a newer writer can add some within a version.
 */
final class KeyValueText {

  static final int VERSION = 1;

  /** The largest body that is read; ours are smaller. */
  private static final int LARGEST_BODY_BYTES = 4096;

  private final Map<String, String> values;

  private KeyValueText(Map<String, String> values) {
    this.values = values;
  }

  static KeyValueText empty() {
    KeyValueText text = new KeyValueText(new LinkedHashMap<>());
    return text.with("version", String.valueOf(VERSION));
  }

  /**
   * @throws IllegalArgumentException if the body is too large, a line has no {@code =}, or the
   *     version is missing or another one
   */
  static KeyValueText parse(byte[] body) {
    if (body.length > LARGEST_BODY_BYTES) {
      throw new IllegalArgumentException(
          "body of " + body.length + " bytes: want at most " + LARGEST_BODY_BYTES);
    }
    Map<String, String> values = new LinkedHashMap<>();
    for (String line : new String(body, StandardCharsets.UTF_8).split("\n", -1)) {
      if (line.trim().isEmpty()) {
        continue;
      }
      int equals = line.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("line '" + line + "': want key=value");
      }
      values.put(line.substring(0, equals).trim(), line.substring(equals + 1).trim());
    }
    KeyValueText text = new KeyValueText(values);
    String version = text.required("version");
    if (!version.equals(String.valueOf(VERSION))) {
      throw new IllegalArgumentException(
          "version " + version + ": this plugin reads version " + VERSION + " only");
    }
    return text;
  }

  /** Adds a value; line breaks in it become spaces. */
  KeyValueText with(String key, @Nullable Object value) {
    if (value != null) {
      values.put(key, value.toString().replaceAll("[\\r\\n]+", " "));
    }
    return this;
  }

  @Nullable String optional(String key) {
    return values.get(key);
  }

  String required(String key) {
    String value = values.get(key);
    if (value == null) {
      throw new IllegalArgumentException(
          "key '" + key + "' is missing, got only " + values.keySet());
    }
    return value;
  }

  float requiredFloat(String key) {
    return number(key, required(key)).floatValue();
  }

  long requiredLong(String key) {
    return number(key, required(key)).longValue();
  }

  private static Number number(String key, String value) {
    try {
      return value.matches("-?\\d+") ? (Number) Long.valueOf(value) : Float.valueOf(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(key + "=" + value + ": want a number", e);
    }
  }

  byte[] toBytes() {
    StringBuilder body = new StringBuilder();
    values.forEach((key, value) -> body.append(key).append('=').append(value).append('\n'));
    return body.toString().getBytes(StandardCharsets.UTF_8);
  }
}
