package io.proteus.app.server;

import static io.proteus.app.server.DaemonUnderTest.HERE;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import io.proteus.controller.configuration.OidcSettings;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OidcTest {
  private static final String WHY = "{\"reason\": \"looked at it\"}";

  @TempDir private Path folder;

  private DaemonUnderTest daemon(String issuer, String rolesClaim) throws Exception {
    return new DaemonUnderTest(
        folder,
        """
        server:
          port: 0
          requestsPerSecond: 1000
          oidc:
            issuer: %s
            audience: %s
            rolesClaim: %s
            roles: {readers: viewer, ops: operator, chiefs: administrator}
        """
            .formatted(issuer, FakeIssuer.AUDIENCE, rolesClaim));
  }

  @Test
  void aTokenOfTheProviderGivesTheRoleThatItsClaimIsMappedTo() throws Exception {
    try (FakeIssuer issuer = new FakeIssuer();
        DaemonUnderTest proteus = daemon(issuer.url(), "groups")) {
      String viewer = issuer.signed(issuer.claims("readers", "others").build());
      String operator = issuer.signed(issuer.claims("readers", "ops").build());
      String nobody = issuer.signed(issuer.claims("others").build());

      assertThat(Description.read(proteus.get("/api/v1/me", operator).body()))
          .isEqualTo(
              Description.read("{\"name\": \"anna (7f3a) of 127.0.0.1\", \"role\": \"operator\"}"));
      assertThat(proteus.post(HERE + "/pause", WHY, viewer).statusCode()).isEqualTo(403);
      assertThat(proteus.post(HERE + "/pause", WHY, operator).statusCode()).isEqualTo(200);
      assertThat(proteus.json(HERE + "/control").at("/paused/by").asText())
          .isEqualTo("anna (7f3a) of 127.0.0.1");
      HttpResponse<String> refused = proteus.get(HERE, nobody);
      assertThat(refused.statusCode()).isEqualTo(403);
      assertThat(refused.body()).contains("server.oidc.roles");
      assertThat(proteus.get("/api/v1/me", proteus.token(Role.VIEWER)).statusCode())
          .as("tokens of the file count as before")
          .isEqualTo(200);
    }
  }

  @Test
  void rolesMayBeInsideAClaimOrAreWords() throws Exception {
    try (FakeIssuer issuer = new FakeIssuer();
        DaemonUnderTest proteus = daemon(issuer.url(), "realm.roles")) {
      JWTClaimsSet inside =
          issuer.claims().claim("realm", Map.of("roles", List.of("chiefs", "ops"))).build();
      JWTClaimsSet words = issuer.claims().claim("realm.roles", "readers ops").build();

      assertThat(role(proteus, issuer.signed(inside))).isEqualTo("administrator");
      assertThat(role(proteus, issuer.signed(words))).isEqualTo("operator");
    }
  }

  /** A user may call himself as another does; who he is, the provider says. */
  @Test
  void twoUsersOfOneNameAreToldApart() throws Exception {
    try (FakeIssuer issuer = new FakeIssuer();
        DaemonUnderTest proteus = daemon(issuer.url(), "groups")) {
      String anna = issuer.signed(issuer.claims("ops").subject("7f3a").build());
      String other = issuer.signed(issuer.claims("ops").subject("81c0").build());
      String like =
          issuer.signed(
              issuer
                  .claims("ops")
                  .subject("9d42")
                  .claim("preferred_username", "anna (7f3a)")
                  .build());

      assertThat(List.of(name(proteus, anna), name(proteus, other), name(proteus, like)))
          .containsExactly(
              "anna (7f3a) of 127.0.0.1",
              "anna (81c0) of 127.0.0.1",
              "anna__7f3a_ (9d42) of 127.0.0.1");
    }
  }

  @Test
  void aSubjectThatCannotBeShownAsItIsStaysTheOnlyOneOfItsKind() throws Exception {
    try (FakeIssuer issuer = new FakeIssuer();
        DaemonUnderTest proteus = daemon(issuer.url(), "groups")) {
      String longOne = "https://provider.example/users/of/the/company/";
      String first =
          name(proteus, issuer.signed(issuer.claims("ops").subject(longOne + 1).build()));
      String second =
          name(proteus, issuer.signed(issuer.claims("ops").subject(longOne + 2).build()));
      String blank = name(proteus, issuer.signed(issuer.claims("ops").subject("a b").build()));
      String nameless =
          name(
              proteus,
              issuer.signed(
                  issuer
                      .claims("ops")
                      .subject("auth0|5f7c")
                      .claim("preferred_username", null)
                      .build()));

      assertThat(first)
          .matches("anna \\(https___provider.exampl~[0-9a-f]{16}\\) of 127.0.0.1")
          .isNotEqualTo(second);
      assertThat(blank).matches("anna \\(a_b~[0-9a-f]{16}\\) of 127.0.0.1");
      assertThat(nameless).isEqualTo("auth0|5f7c of 127.0.0.1");
    }
  }

  private static String name(DaemonUnderTest proteus, String token) {
    return Description.read(proteus.get("/api/v1/me", token).body()).path("name").asText();
  }

  private static String role(DaemonUnderTest proteus, String token) {
    return Description.read(proteus.get("/api/v1/me", token).body()).path("role").asText();
  }

  @Test
  void whateverIsWrongWithATokenIsARefusalWithItsReason() throws Exception {
    try (FakeIssuer issuer = new FakeIssuer();
        DaemonUnderTest proteus = daemon(issuer.url(), "groups")) {
      JWTClaimsSet right = issuer.claims("chiefs").build();
      Date past = Date.from(Instant.now().minus(Duration.ofHours(1)));

      assertRefused(
          proteus,
          issuer.signed(new JWTClaimsSet.Builder(right).expirationTime(past).build()),
          "xpired");
      assertRefused(
          proteus, issuer.signed(new JWTClaimsSet.Builder(right).audience("mail").build()), "aud");
      assertRefused(
          proteus,
          issuer.signed(new JWTClaimsSet.Builder(right).issuer("https://evil.example").build()),
          "iss");
      assertRefused(
          proteus,
          issuer.signed(new JWTClaimsSet.Builder(right).expirationTime(null).build()),
          "exp");
      assertRefused(
          proteus, issuer.signed(new JWTClaimsSet.Builder(right).subject(" ").build()), "sub");
      assertRefused(proteus, FakeIssuer.unsigned(right), "nsecured");
      assertRefused(proteus, issuer.signedByAnother("another-key", right), "no matching key");
      assertRefused(proteus, issuer.signedByAnother("the-key", right), "nvalid signature");
      assertRefused(proteus, issuer.signedWithThePublicKey(right), "refused");
      assertRefused(proteus, "a.b.c", "");
      assertRefused(proteus, "..", "");
      assertThat(role(proteus, issuer.signed(right))).isEqualTo("administrator");
    }
  }

  @Test
  void aProviderThatCannotBeAskedIsARefusalToo() throws Exception {
    String gone;
    try (FakeIssuer issuer = new FakeIssuer()) {
      issuer.answerNonsense(true);
      gone = issuer.url();
      String token = issuer.signed(issuer.claims("chiefs").build());
      try (DaemonUnderTest proteus = daemon(issuer.url(), "groups")) {
        assertRefused(proteus, token, "no JSON");
      }
      issuer.close();
      try (DaemonUnderTest proteus = daemon(gone, "groups")) {
        assertRefused(proteus, token, "cannot be asked");
        assertThat(proteus.get(HERE + "/control", null).statusCode())
            .as("others are answered")
            .isEqualTo(200);
      }
    }
  }

  @Test
  void keysThatWereHadCountOnWhileTheProviderIsDown() throws Exception {
    try (FakeIssuer issuer = new FakeIssuer()) {
      Duration keysCountFor = Duration.ofMillis(300);
      Oidc oidc =
          new Oidc(
              new OidcSettings(
                  URI.create(issuer.url()),
                  FakeIssuer.AUDIENCE,
                  "groups",
                  Map.of("ops", "operator")),
              keysCountFor,
              Duration.ofMillis(100));
      String token = issuer.signed(issuer.claims("ops").build());
      assertThat(oidc.caller(token).role()).isEqualTo(Role.OPERATOR);

      issuer.close();

      long until = System.nanoTime() + keysCountFor.multipliedBy(3).toNanos();
      while (System.nanoTime() < until) {
        assertThat(oidc.caller(token).role()).isEqualTo(Role.OPERATOR);
      }
    }
  }

  private static void assertRefused(DaemonUnderTest proteus, String token, String reason) {
    HttpResponse<String> answer = proteus.get("/api/v1/me", token);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(401);
    assertThat(answer.headers().firstValue("WWW-Authenticate")).isPresent();
    assertThat(Description.read(answer.body()).path("detail").asText()).contains(reason);
    assertThat(answer.body()).doesNotContain(token.length() > 10 ? token : "a token of its own");
  }
}
