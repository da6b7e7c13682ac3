package io.proteus.cloud.openstack;

import io.proteus.core.port.PortException;

/** What a refusal means, in one sentence that names the key and its value. */
record OpenStackErrors(OpenStackSettings settings, Session session) {

  PortException explained(Refusal refused) {
    return new PortException(sentence(refused), refused);
  }

  /** No host has room, or none is of this zone: another zone or flavour may have one. */
  static boolean isNoValidHost(String fault) {
    return fault.contains("No valid host");
  }

  private String sentence(Refusal refused) {
    String said = refused.said();
    return switch (refused.status()) {
      case 0 ->
          "OpenStack in %s cannot be reached: %s. An order whose answer was lost is looked up before it is given again."
              .formatted(session.place(), said);
      case 400 -> wrongOrder(refused, said);
      case 401 ->
          "OpenStack in %s takes no token of %s, a new one included (401): %s."
              .formatted(session.place(), session.credentials(), said);
      case 403 ->
          said.contains("uota")
              ? "OpenStack starts no more servers for this project in %s: %s. Have the quota raised, or set scaling.nodes.max lower."
                  .formatted(session.place(), said)
              : "OpenStack does not let the credentials of %s do this (403): %s. The role in clouds/openstack/README.md does for flavours with a disk."
                  .formatted(session.credentials(), said);
      case 413, 429 ->
          "OpenStack answers no more requests of this project for now (%d), tried several times; it is asked again in the next cycle."
              .formatted(refused.status());
      default ->
          "OpenStack in %s refuses (%d): %s.".formatted(session.place(), refused.status(), said);
    };
  }

  private String wrongOrder(Refusal refused, String said) {
    String small = said.toLowerCase(java.util.Locale.ROOT);
    if (small.contains("availability zone")) {
      return wrong("zones", settings.zones(), said);
    }
    if (small.contains("security group")) {
      return wrong("securityGroups", settings.securityGroups(), said);
    }
    if (small.contains("key_name") || small.contains("keypair")) {
      return wrong("keyPair", settings.keyPair().orElse("none"), said);
    }
    return small.contains("flavor") || small.contains("image")
        ? "OpenStack in %s refuses cloud.flavors %s with cloud.image %s: %s."
            .formatted(session.place(), settings.flavors(), settings.image(), said)
        : "OpenStack in %s refuses (%d): %s.".formatted(session.place(), refused.status(), said);
  }

  private String wrong(String key, Object value, String said) {
    return "cloud.%s: want what %s has, got %s; OpenStack says: %s."
        .formatted(key, session.place(), value, said);
  }
}
