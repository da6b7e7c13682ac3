package io.proteus.controller.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something that a person or Proteus did.
 *
 * @param kind as the journal names it, or one of the constants here
 * @param who the operator's name, or {@link #PROTEUS}
 * @param plan that it is about; null where it is about none
 * @param text what was done and why, in a sentence
 * @param recorded the journal's entry that tells it whole; null where there is none
 * @param settings of a configuration that was taken, by key; empty for other kinds
 * @param cut the newest of the entries that retention dropped; null for other kinds
 */
public record AuditEvent(
    String kind,
    String who,
    @Nullable String plan,
    String text,
    @Nullable Recorded recorded,
    Map<String, String> settings,
    @Nullable Link cut) {
  /** Who did it where no person did. */
  public static final String PROTEUS = "proteus";

  /** Proteus acts with other settings from here on. */
  public static final String CONFIGURATION_TAKEN = "configuration-taken";

  /** A request was refused: its token was not known, or its role did not suffice. */
  public static final String LOGIN_REFUSED = "login-refused";

  /** Older entries were dropped, as their time was over. */
  public static final String CUT = "cut";

  public AuditEvent {
    settings = Map.copyOf(settings);
  }

  /** An event without settings, of which the journal has no entry. */
  public AuditEvent(String kind, String who, @Nullable String plan, String text) {
    this(kind, who, plan, text, null, Map.of(), null);
  }

  /** The same, of which the journal has an entry. */
  public AuditEvent in(Recorded entry) {
    return new AuditEvent(kind, who, plan, text, entry, settings, cut);
  }

  /** A configuration that is used from here on. */
  static AuditEvent taken(String text, Map<String, String> settings) {
    return new AuditEvent(CONFIGURATION_TAKEN, PROTEUS, null, text, null, settings, null);
  }

  /** All entries up to one were dropped. */
  static AuditEvent cut(Link newest, int count) {
    return new AuditEvent(
        CUT,
        PROTEUS,
        null,
        "%d entries, up to %d, were older than journal.keepAudit".formatted(count, newest.number()),
        null,
        Map.of(),
        newest);
  }

  /**
   * An entry of the journal.
   *
   * @param hash of its text
   */
  public record Recorded(long entry, String hash) {}

  /** An entry of the audit log, as the next one knows it. */
  public record Link(long number, String hash) {
    @Override
    public String toString() {
      return number + ":" + hash;
    }
  }

  void into(ObjectNode line) {
    line.put("kind", kind).put("who", who);
    if (plan != null) {
      line.put("plan", plan);
    }
    line.put("text", text);
    if (recorded != null) {
      line.putObject("journal").put("entry", recorded.entry()).put("hash", recorded.hash());
    }
    if (!settings.isEmpty()) {
      ObjectNode values = line.putObject("settings");
      settings.entrySet().stream()
          .sorted(Map.Entry.comparingByKey())
          .forEach(setting -> values.put(setting.getKey(), setting.getValue()));
    }
    if (cut != null) {
      line.putObject("cut").put("number", cut.number()).put("hash", cut.hash());
    }
  }
}
