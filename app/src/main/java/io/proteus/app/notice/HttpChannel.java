package io.proteus.app.notice;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.proteus.controller.configuration.NotificationSettings.Slack;
import io.proteus.controller.configuration.NotificationSettings.Webhook;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Posts notices as JSON. */
final class HttpChannel implements Channel {
  /** What the body is signed with; {@code sha256=} and hexadecimal digits. */
  static final String SIGNATURE = "X-Proteus-Signature";

  private static final Duration CONNECT = Duration.ofSeconds(5);
  private static final Duration ANSWER = Duration.ofSeconds(10);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final Maker maker;
  private final HttpClient client = HttpClient.newBuilder().connectTimeout(CONNECT).build();

  /** Makes the request that tells a notice. */
  private interface Maker {
    HttpRequest.Builder of(Notice notice) throws GeneralSecurityException;
  }

  private HttpChannel(String name, Maker maker) {
    this.name = name;
    this.maker = maker;
  }

  static HttpChannel webhook(Webhook settings) {
    String setting = "notifications.webhook.secretFile";
    SecretFile.read(setting, settings.secretFile()); // refused at the start rather than at night
    return new HttpChannel(
        "webhook",
        notice -> {
          String body = document(notice);
          String secret = SecretFile.read(setting, settings.secretFile());
          return post(settings.url(), body).header(SIGNATURE, "sha256=" + hmac(secret, body));
        });
  }

  static HttpChannel slack(Slack settings) {
    String setting = "notifications.slack.urlFile";
    URI.create(SecretFile.read(setting, settings.urlFile()));
    return new HttpChannel(
        "slack",
        notice ->
            post(
                URI.create(SecretFile.read(setting, settings.urlFile())),
                JSON.createObjectNode()
                    .put("text", escaped("*%s*\n%s".formatted(notice.title(), notice.text())))
                    .toString()));
  }

  /** As Slack wants it, so that a name cannot make a link or call somebody. */
  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String document(Notice notice) {
    ObjectNode body = JSON.createObjectNode();
    body.put("schema", "proteus/notice/1")
        .put("event", notice.kind().word())
        .put("cluster", notice.cluster())
        .put("at", notice.at().toString())
        .put("title", notice.title())
        .put("text", notice.text());
    if (notice.plan() != null) {
      body.put("plan", notice.plan());
    }
    return body.toString();
  }

  private static HttpRequest.Builder post(URI url, String body) {
    return HttpRequest.newBuilder(url)
        .timeout(ANSWER)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(body));
  }

  static String hmac(String secret, String body) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(body.getBytes(StandardCharsets.UTF_8)));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void send(Notice notice) throws Exception {
    HttpResponse<Void> answer = client.send(maker.of(notice).build(), BodyHandlers.discarding());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException("it answered " + answer.statusCode());
    }
  }
}
