package io.proteus.controller.audit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.proteus.controller.audit.AuditEvent.Link;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the audit log as it is kept: a JSON object in one line that names the hash of the
 * entry before, and the SHA-256 of that line.
 */
public record AuditLine(String text, String hash) {
  /** What the first entry of a log names. */
  static final Link BEGINNING = new Link(0, "0".repeat(64));

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern EXPORTED = Pattern.compile("(\\{.*),\"hash\":\"([0-9a-f]{64})\"}");

  /** The entry that follows another. */
  static AuditLine of(long number, Link previous, Instant at, AuditEvent event) {
    ObjectNode line = JSON.createObjectNode();
    line.put("number", number).put("at", at.toString()).put("previous", previous.hash());
    event.into(line);
    String text = line.toString();
    return new AuditLine(text, hash(text));
  }

  /** One line, from which {@link #parse} makes the entry again. */
  public String exported() {
    return "%s,\"hash\":\"%s\"}".formatted(text.substring(0, text.length() - 1), hash);
  }

  /** An exported line; empty where it is none. */
  public static Optional<AuditLine> parse(String exported) {
    Matcher parts = EXPORTED.matcher(exported.strip());
    return parts.matches()
        ? Optional.of(new AuditLine(parts.group(1) + "}", parts.group(2)))
        : Optional.empty();
  }

  /** The SHA-256 of a text, in hexadecimal digits. */
  public static String hash(String text) {
    try {
      return HexFormat.of()
          .formatHex(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /** What the line tells; null where it is no JSON object. */
  @Nullable Told told() {
    try {
      JsonNode line = JSON.readTree(text);
      JsonNode journal = line.path("journal");
      JsonNode cut = line.path("cut");
      return line.isObject()
          ? new Told(
              new Link(line.path("number").asLong(), hash),
              line.path("previous").asText(),
              line.path("kind").asText(),
              journal.isObject()
                  ? new AuditEvent.Recorded(
                      journal.path("entry").asLong(), journal.path("hash").asText())
                  : null,
              settings(line.path("settings")),
              cut.isObject()
                  ? new Link(cut.path("number").asLong(), cut.path("hash").asText())
                  : null)
          : null;
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  private static Map<String, String> settings(JsonNode node) {
    Map<String, String> settings = new TreeMap<>();
    node.fields().forEachRemaining(it -> settings.put(it.getKey(), it.getValue().asText()));
    return settings;
  }

  /**
   * What a line tells.
   *
   * @param link as the next one has to name it
   */
  record Told(
      Link link,
      String previous,
      String kind,
      AuditEvent.@Nullable Recorded recorded,
      Map<String, String> settings,
      @Nullable Link cut) {}
}
