package io.proteus.cloud.openstack;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Who Proteus is for Keystone, in the variables of OpenStack's own command line: an application
 * credential, or a user's password. The file that OpenStack's page offers for download is read as
 * it is; it is never run.
 *
 * @param source for messages
 */
record Credentials(Map<String, String> variables, String source) {
  private static final Pattern EXPORT =
      Pattern.compile("\\s*(?:export\\s+)?(OS_[A-Z_]+)=(\"[^\"]*\"|'[^']*'|\\S*)\\s*(?:#.*)?");

  Credentials {
    variables = Map.copyOf(variables);
  }

  /**
   * @param openrc a file that sets the variables; without one, the environment has them
   */
  static Credentials read(Optional<String> openrc, Map<String, String> environment)
      throws PortException {
    Credentials found =
        openrc.isEmpty()
            ? new Credentials(environment, "the environment (OS_...)")
            : new Credentials(exports(openrc.get()), "cloud.openrc " + openrc.get());
    found.check();
    return found;
  }

  private static Map<String, String> exports(String file) throws PortException {
    try {
      Map<String, String> found = new HashMap<>();
      for (String line : Files.readAllLines(Path.of(file))) {
        Matcher export = EXPORT.matcher(line);
        if (export.matches()) {
          found.put(export.group(1), export.group(2).replaceAll("^[\"']|[\"']$", ""));
        }
      }
      return found;
    } catch (IOException e) {
      throw new PortException("cloud.openrc: want a file that can be read, got " + file + ".", e);
    }
  }

  private void check() throws PortException {
    boolean named = has("OS_APPLICATION_CREDENTIAL_ID") || has("OS_APPLICATION_CREDENTIAL_NAME");
    boolean application = named && has("OS_APPLICATION_CREDENTIAL_SECRET");
    boolean password = has("OS_USERNAME") && has("OS_PASSWORD");
    if (!has("OS_AUTH_URL") || !(application || password)) {
      throw new PortException(
          "There are no credentials for OpenStack in %s: want OS_AUTH_URL, and OS_APPLICATION_CREDENTIAL_ID with OS_APPLICATION_CREDENTIAL_SECRET, or OS_USERNAME with OS_PASSWORD."
              .formatted(source));
    }
  }

  private boolean has(String name) {
    return !variables.getOrDefault(name, "").isBlank();
  }

  private String get(String name, String usual) {
    String found = variables.getOrDefault(name, "");
    return found.isBlank() ? usual : found;
  }

  Optional<String> region() {
    return Optional.of(get("OS_REGION_NAME", "")).filter(name -> !name.isEmpty());
  }

  /** Keystone's address of the third version. */
  String keystone() {
    String address = variables.getOrDefault("OS_AUTH_URL", "").replaceAll("/+$", "");
    return address.endsWith("/v3") ? address : address + "/v3";
  }

  /** What Keystone gives a token for. */
  ObjectNode request() {
    ObjectNode asked = JsonNodeFactory.instance.objectNode();
    ObjectNode auth = asked.putObject("auth");
    ObjectNode identity = auth.putObject("identity");
    if (has("OS_APPLICATION_CREDENTIAL_SECRET")) {
      identity.putArray("methods").add("application_credential");
      ObjectNode credential = identity.putObject("application_credential");
      credential.put("secret", get("OS_APPLICATION_CREDENTIAL_SECRET", ""));
      if (has("OS_APPLICATION_CREDENTIAL_ID")) {
        credential.put("id", get("OS_APPLICATION_CREDENTIAL_ID", ""));
      } else {
        credential.put("name", get("OS_APPLICATION_CREDENTIAL_NAME", ""));
        user(credential.putObject("user"));
      }
      return asked;
    }
    identity.putArray("methods").add("password");
    user(identity.putObject("password").putObject("user")).put("password", get("OS_PASSWORD", ""));
    ObjectNode project = auth.putObject("scope").putObject("project");
    if (has("OS_PROJECT_ID")) {
      project.put("id", get("OS_PROJECT_ID", ""));
    } else {
      project.put("name", get("OS_PROJECT_NAME", get("OS_USERNAME", "")));
      domain(project, "OS_PROJECT_DOMAIN_ID", "OS_PROJECT_DOMAIN_NAME");
    }
    return asked;
  }

  private ObjectNode user(ObjectNode user) {
    if (has("OS_USER_ID")) {
      return user.put("id", get("OS_USER_ID", ""));
    }
    user.put("name", get("OS_USERNAME", ""));
    domain(user, "OS_USER_DOMAIN_ID", "OS_USER_DOMAIN_NAME");
    return user;
  }

  private void domain(ObjectNode of, String id, String name) {
    ObjectNode domain = of.putObject("domain");
    if (has(id)) {
      domain.put("id", get(id, ""));
    } else {
      domain.put("name", get(name, "Default"));
    }
  }

  /** Without the secrets. */
  @Override
  public String toString() {
    return source;
  }
}
