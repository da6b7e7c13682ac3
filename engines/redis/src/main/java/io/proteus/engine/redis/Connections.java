package io.proteus.engine.redis;

import io.proteus.core.port.PortException;
import io.proteus.core.units.Causes;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** One connection to each node. Calls to one node come one after the other. */
final class Connections implements AutoCloseable {
  private final JedisClientConfig configuration;
  private final Map<String, Line> lines = new HashMap<>();
  private final @Nullable String user;
  private final @Nullable String password;

  Connections(RedisSettings settings) throws PortException {
    this.user = settings.user().orElse(null);
    this.password = settings.passwordFile().isEmpty() ? null : read(settings.passwordFile().get());
    int millis = Math.toIntExact(settings.timeout().toMillis());
    DefaultJedisClientConfig.Builder builder =
        DefaultJedisClientConfig.builder()
            .connectionTimeoutMillis(millis)
            .socketTimeoutMillis(millis)
            .user(user)
            .password(password)
            .ssl(settings.tls());
    if (settings.tls() && settings.authority().isPresent()) {
      builder.sslSocketFactory(trusting(settings.authority().get()));
    }
    this.configuration = builder.build();
  }

  private static String read(Path file) throws PortException {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new PortException(
          "engine.passwordFile: %s cannot be read (%s).".formatted(file, e.getMessage()), e);
    }
  }

  private static SSLSocketFactory trusting(Path authority) throws PortException {
    try (InputStream pem = Files.newInputStream(authority)) {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        trusted.setCertificateEntry("authority-" + trusted.size(), one);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context.getSocketFactory();
    } catch (IOException | GeneralSecurityException e) {
      throw new PortException(
          "engine.authority: want certificates in PEM, and %s has none that can be read (%s)."
              .formatted(authority, e.getMessage()),
          e);
    }
  }

  /** The user for nodes that speak to each other; null where nobody logs in. */
  @Nullable String user() {
    return user;
  }

  @Nullable String password() {
    return password;
  }

  /** What a node answers. */
  <T> T ask(String address, Function<Jedis, T> question) throws PortException {
    return line(address).ask(question);
  }

  private Line line(String address) {
    synchronized (lines) {
      return lines.computeIfAbsent(address, Line::new);
    }
  }

  /**
   * What a node answers to an order of newer versions; empty where it does not know it, or the user
   * may not give it.
   *
   * @param order by which is remembered, while the connection lasts, who does not know it
   */
  <T> Optional<T> askWhereKnown(String address, String order, Function<Jedis, T> question)
      throws PortException {
    return line(address).askWhereKnown(order, question);
  }

  @Override
  public void close() {
    synchronized (lines) {
      lines.values().forEach(Line::hangUp);
      lines.clear();
    }
  }

  /** A connection that is made again after it has failed. */
  private final class Line {
    private final String address;
    private final Set<String> unknown = new HashSet<>();
    private @Nullable Jedis connection;

    Line(String address) {
      this.address = address;
    }

    synchronized <T> T ask(Function<Jedis, T> question) throws PortException {
      try {
        Jedis open = connection;
        if (open == null || open.isBroken()) {
          hangUp();
          open = new Jedis(place(), configuration);
          connection = open;
        }
        return question.apply(open);
      } catch (JedisException | ClassCastException e) {
        hangUp();
        throw new PortException("%s: %s".formatted(address, said(e)), e);
      }
    }

    synchronized <T> Optional<T> askWhereKnown(String order, Function<Jedis, T> question)
        throws PortException {
      if (connection != null && unknown.contains(order)) {
        return Optional.empty();
      }
      try {
        return Optional.of(ask(question));
      } catch (PortException e) {
        if (!isUnknown(e)) {
          throw e;
        }
        ask(Jedis::ping); // the next question shall not have to connect, and remember nothing
        unknown.add(order);
        return Optional.empty();
      }
    }

    private boolean isUnknown(PortException e) {
      String text = e.getCause() == null ? "" : String.valueOf(e.getCause().getMessage());
      return e.getCause() instanceof JedisDataException
          && (text.startsWith("NOPERM") || text.toLowerCase(Locale.ROOT).contains("unknown sub"));
    }

    /** A machine that has no address yet is listed by another name. */
    private HostAndPort place() throws PortException {
      try {
        return HostAndPort.from(address);
      } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
        throw new PortException(
            "%s: want host:port. Its machine may have no address yet, and is asked again; else cloud.node names nodes otherwise than the store."
                .formatted(address),
            e);
      }
    }

    synchronized void hangUp() {
      Jedis open = connection;
      connection = null;
      unknown.clear();
      if (open != null) {
        try {
          open.close();
        } catch (JedisException e) {
          // a node that has died cannot be told good-bye
        }
      }
    }
  }

  private static boolean isOf(Class<? extends Exception> kind, Throwable e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)
          || Arrays.stream(cause.getSuppressed()).anyMatch(kind::isInstance)) {
        return true;
      }
    }
    return false;
  }

  private static String said(RuntimeException e) {
    String text = String.valueOf(e.getMessage());
    if (text.startsWith("NOAUTH") || text.startsWith("WRONGPASS")) {
      return "refuses who asks (%s). Check engine.user and engine.passwordFile.".formatted(text);
    }
    if (text.startsWith("NOPERM")) {
      return "refuses the user an order (%s). The README of the engine has the rights."
          .formatted(text);
    }
    if (e instanceof ClassCastException || text.contains("Unknown reply")) {
      return "does not answer as Redis or Valkey does. Is another service on that port?";
    }
    if (isOf(SSLHandshakeException.class, e)) {
      return "has a certificate that is not trusted (%s). Does engine.authority name the authority that signed it?"
          .formatted(Causes.of(e));
    }
    if (isOf(SSLException.class, e)) {
      return "does not speak TLS (%s). Set engine.tls to false if that is meant."
          .formatted(Causes.of(e));
    }
    Throwable cause = e.getCause();
    return cause == null || cause.getMessage() == null
        ? text
        : "%s (%s)".formatted(text, cause.getMessage());
  }
}
