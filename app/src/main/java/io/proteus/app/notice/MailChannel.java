package io.proteus.app.notice;

import io.proteus.controller.configuration.NotificationSettings.Encryption;
import io.proteus.controller.configuration.NotificationSettings.Mail;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.Properties;

/** Sends notices by mail. */
final class MailChannel implements Channel {
  private static final String MILLIS = "10000";
  private static final String PASSWORD = "notifications.mail.passwordFile";

  private final Mail settings;

  MailChannel(Mail settings) {
    this.settings = settings;
    settings.passwordFile().ifPresent(file -> SecretFile.read(PASSWORD, file));
  }

  @Override
  public String name() {
    return "mail";
  }

  @Override
  public void send(Notice notice) throws MessagingException {
    Session session = Session.getInstance(properties());
    MimeMessage message = new MimeMessage(session);
    message.setFrom(new InternetAddress(settings.from()));
    for (String address : settings.to()) {
      message.addRecipient(Message.RecipientType.TO, new InternetAddress(address));
    }
    message.setSentDate(Date.from(notice.at()));
    message.setSubject(
        "[Proteus] %s: %s".formatted(notice.cluster(), notice.title()),
        StandardCharsets.UTF_8.name());
    message.setText(notice.text(), StandardCharsets.UTF_8.name());
    message.saveChanges();
    try (Transport transport = session.getTransport()) {
      if (settings.user().isPresent()) {
        transport.connect(
            settings.user().get(),
            SecretFile.read(PASSWORD, settings.passwordFile().orElseThrow()));
      } else {
        transport.connect();
      }
      transport.sendMessage(message, message.getAllRecipients());
    }
  }

  private Properties properties() {
    String protocol = settings.encryption() == Encryption.TLS ? "smtps" : "smtp";
    String own = "mail." + protocol + ".";
    Properties properties = new Properties();
    properties.put("mail.transport.protocol", protocol);
    properties.put(own + "host", settings.host());
    properties.put(own + "port", String.valueOf(settings.port()));
    properties.put(own + "auth", String.valueOf(settings.user().isPresent()));
    properties.put(own + "connectiontimeout", MILLIS);
    properties.put(own + "timeout", MILLIS);
    properties.put(own + "writetimeout", MILLIS);
    properties.put(own + "ssl.checkserveridentity", "true");
    properties.put(
        own + "starttls.required", String.valueOf(settings.encryption() == Encryption.STARTTLS));
    properties.put(
        own + "starttls.enable", String.valueOf(settings.encryption() == Encryption.STARTTLS));
    return properties;
  }
}
