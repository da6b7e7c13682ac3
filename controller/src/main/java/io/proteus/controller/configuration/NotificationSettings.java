package io.proteus.controller.configuration;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.InvalidValue;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Who is told of what, beside whoever looks.
 *
 * @param events all kinds where none is named
 * @param heldFor how long the same guard holds before that is told
 * @param perHour more are counted, and not sent
 */
@Section("Who proteus serve tells of what happens. Secrets are in files.")
public record NotificationSettings(
    @Key(doc = "kinds of events that are told; none named: all", usual = "[]")
        List<NoticeKind> events,
    @Key(doc = "how long the same guard holds before that is told", usual = "1h") Duration heldFor,
    @Key(doc = "notices within an hour; more are counted and not sent", usual = "30") int perHour,
    @Section("Any server that takes JSON; requests are signed by HMAC-SHA256.")
        Optional<Webhook> webhook,
    @Section("Slack, or a chat that takes the same messages.") Optional<Slack> slack,
    @Section("A mail server.") Optional<Mail> mail) {
  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

  public NotificationSettings {
    events = List.copyOf(events);
  }

  /** Whether a kind of event is told. */
  public boolean tells(NoticeKind kind) {
    return events.isEmpty() || events.contains(kind);
  }

  /**
   * A server of one's own.
   *
   * @param secretFile what requests are signed with
   */
  public record Webhook(
      @Key(
              doc = "where notices are sent",
              wanted = "an https address",
              example = "https://ops.example.org/proteus")
          URI url,
      @Key(
              doc = "file with the secret that requests are signed with; relative to this file",
              wanted = "a file",
              example = "webhook.secret")
          Path secretFile) {
    public Webhook {
      boolean here =
          "http".equals(url.getScheme())
              && url.getHost() != null
              && THIS_MACHINE.contains(url.getHost());
      if (!here && !("https".equals(url.getScheme()) && url.getHost() != null)) {
        throw new InvalidValue(
            "notifications.webhook.url: want an https address, or http on this machine, got '%s'."
                .formatted(url));
      }
    }
  }

  /**
   * A chat.
   *
   * @param urlFile its address, which is a secret
   */
  public record Slack(
      @Key(
              doc = "file with the address of the incoming webhook; relative to this file",
              wanted = "a file",
              example = "slack.url")
          Path urlFile) {}

  /** How the connection to a mail server is kept from being read. */
  public enum Encryption {
    /** from the first byte on */
    TLS,
    /** after the greeting, or nothing is sent */
    STARTTLS,
    /** it is not */
    NONE
  }

  /**
   * A mail server.
   *
   * @param user empty where it takes mail from anybody
   * @param passwordFile there exactly when the user is
   */
  public record Mail(
      @Key(doc = "the mail server", wanted = "a name", example = "mail.example.org") String host,
      @Key(doc = "its port", usual = "587", most = 65535) int port,
      @Key(doc = "how the connection is encrypted", usual = "starttls") Encryption encryption,
      @Key(doc = "the sender", wanted = "an address", example = "proteus@example.org") String from,
      @Key(doc = "who gets it", wanted = "addresses", example = "[ops@example.org]")
          List<String> to,
      @Key(doc = "the account, where the server wants one", example = "proteus")
          Optional<String> user,
      @Key(doc = "file with its password; relative to this file", example = "mail.password")
          Optional<Path> passwordFile) {
    public Mail {
      to = List.copyOf(to);
      if (to.isEmpty()) {
        throw new InvalidValue("notifications.mail.to: want an address or more, got none.");
      }
      if (user.isPresent() != passwordFile.isPresent()) {
        throw new InvalidValue(
            "notifications.mail: want user and passwordFile together, got only one of them.");
      }
    }
  }
}
