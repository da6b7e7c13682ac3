package io.proteus.app.server;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;

/** An OpenID provider on this machine, with one key. */
final class FakeIssuer implements AutoCloseable {
  static final String AUDIENCE = "proteus";

  /** To draw one takes a second or two, so that all issuers of a run have the same. */
  private static final RSAKey KEY = key("the-key");

  private final HttpServer server;
  private volatile boolean answersNonsense;

  FakeIssuer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/.well-known/openid-configuration",
        request ->
            answer(
                request,
                answersNonsense
                    ? "<html>"
                    : "{\"issuer\": \"%s\", \"jwks_uri\": \"%s/keys\"}".formatted(url(), url())));
    server.createContext(
        "/keys", request -> answer(request, new JWKSet(KEY.toPublicJWK()).toString()));
    server.start();
  }

  private static RSAKey key(String id) {
    try {
      return new RSAKeyGenerator(2048).keyID(id).generate();
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  private static void answer(HttpExchange request, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    request.sendResponseHeaders(200, bytes.length);
    request.getResponseBody().write(bytes);
    request.close();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  void answerNonsense(boolean nonsense) {
    answersNonsense = nonsense;
  }

  /** Claims of a token that is in order. */
  JWTClaimsSet.Builder claims(String... groups) {
    return new JWTClaimsSet.Builder()
        .issuer(url())
        .audience(AUDIENCE)
        .subject("7f3a")
        .claim("preferred_username", "anna")
        .claim("groups", List.of(groups))
        .expirationTime(Date.from(Instant.now().plus(Duration.ofMinutes(5))));
  }

  String signed(JWTClaimsSet claims) {
    return signedWith(KEY, claims);
  }

  /** By a key that is not the issuer's. */
  String signedByAnother(String keyId, JWTClaimsSet claims) {
    return signedWith(key(keyId), claims);
  }

  private static String signedWith(RSAKey key, JWTClaimsSet claims) {
    try {
      SignedJWT token =
          new SignedJWT(
              new JWSHeader.Builder(JWSAlgorithm.RS256)
                  .keyID(key.getKeyID())
                  .type(JOSEObjectType.JWT)
                  .build(),
              claims);
      token.sign(new RSASSASigner(key));
      return token.serialize();
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  /** With the public key taken for a shared secret. */
  String signedWithThePublicKey(JWTClaimsSet claims) {
    try {
      SignedJWT token =
          new SignedJWT(
              new JWSHeader.Builder(JWSAlgorithm.HS256).keyID(KEY.getKeyID()).build(), claims);
      token.sign(new MACSigner(KEY.toRSAPublicKey().getEncoded()));
      return token.serialize();
    } catch (JOSEException e) {
      throw new AssertionError(e);
    }
  }

  /** With the algorithm "none". */
  static String unsigned(JWTClaimsSet claims) {
    return new PlainJWT(claims).serialize();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
