package io.proteus.app.server;

import io.javalin.config.JavalinConfig;
import io.proteus.controller.configuration.ServerSettings;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.jspecify.annotations.Nullable;

/** Encrypts what is said, where a certificate is configured. */
final class Tls {
  private Tls() {}

  static void into(JavalinConfig config, ServerSettings settings, @Nullable Identity identity) {
    if (identity == null) {
      return;
    }
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setSslContext(identity.shown().getSslContext());
    tls.setIncludeProtocols("TLSv1.3", "TLSv1.2");
    config.jetty.addConnector(
        (server, http) -> {
          HttpConfiguration secure = new HttpConfiguration(http);
          // any name that the certificate has may be called; whom we answer is the gate's matter
          secure.addCustomizer(new SecureRequestCustomizer(false));
          ServerConnector connector =
              new ServerConnector(
                  server,
                  new SslConnectionFactory(tls, "http/1.1"),
                  new HttpConnectionFactory(secure));
          connector.setHost(settings.address());
          connector.setPort(settings.port());
          return connector;
        });
  }
}
