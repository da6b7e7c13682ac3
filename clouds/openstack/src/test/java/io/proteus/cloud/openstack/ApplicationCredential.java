package io.proteus.cloud.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An application credential of the real Keystone, which may only what the README says. */
final class ApplicationCredential {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern RULES =
      Pattern.compile("narrowed by access rules:\\s*```json\\s*(.*?)```", Pattern.DOTALL);

  private ApplicationCredential() {}

  /**
   * Makes one, as a user does.
   *
   * @param openrc the variables of that user
   */
  static Credentials make(Map<String, String> openrc) throws IOException {
    Wire wire = HttpWire.create();
    Credentials user = new Credentials(openrc, "the test");
    Wire.Answer given =
        wire.send(
            new Wire.Call(
                "POST",
                user.keystone() + "/auth/tokens",
                Map.of("Content-Type", "application/json"),
                user.request().toString()));
    Map<String, String> headers = new HashMap<>();
    headers.put("Content-Type", "application/json");
    headers.put("X-Auth-Token", given.headers().get("x-subject-token"));
    String id = JSON.readTree(given.body()).path("token").path("user").path("id").asText();
    ObjectNode wanted = JSON.createObjectNode();
    wanted.putObject("application_credential").put("name", "proteus").set("access_rules", rules());
    Wire.Answer made =
        wire.send(
            new Wire.Call(
                "POST",
                user.keystone() + "/users/" + id + "/application_credentials",
                headers,
                wanted.toString()));
    JsonNode credential = JSON.readTree(made.body()).path("application_credential");
    if (credential.isMissingNode()) {
      throw new IOException("Keystone made no credential: " + made.body());
    }
    return new Credentials(
        Map.of(
            "OS_AUTH_URL",
            openrc.getOrDefault("OS_AUTH_URL", ""),
            "OS_REGION_NAME",
            openrc.getOrDefault("OS_REGION_NAME", ""),
            "OS_APPLICATION_CREDENTIAL_ID",
            credential.path("id").asText(),
            "OS_APPLICATION_CREDENTIAL_SECRET",
            credential.path("secret").asText()),
        "the application credential of the test");
  }

  private static JsonNode rules() throws IOException {
    Matcher found = RULES.matcher(Files.readString(Path.of("README.md")));
    if (!found.find()) {
      throw new IOException("README.md has no access rules.");
    }
    return JSON.readTree(found.group(1));
  }
}
