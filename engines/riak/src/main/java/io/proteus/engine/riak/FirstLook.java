package io.proteus.engine.riak;

import io.proteus.core.port.PortException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says in a sentence why what is at an address cannot be looked after. */
final class FirstLook {
  private static final Pattern VERSION = Pattern.compile("(?:riak_kv-)?(\\d+)\\..*");
  private static final String KNOWN = "3";

  private FirstLook() {}

  /** Refuses the first node that answers, unless it is one of a cluster of a known version. */
  static Stats refuseOthers(Pages pages, RiakSettings settings) throws PortException {
    PortException last = null;
    for (String node : settings.nodes()) {
      String ping;
      try {
        ping = pages.get(node, "/ping");
      } catch (PortException e) {
        last = e;
        continue;
      }
      Stats told = ping.strip().equals("OK") ? pages.stats(node) : Stats.parse("");
      refuse(node, settings.addressOf(node), told);
      return told;
    }
    throw last == null ? new PortException("engine.nodes: none is named.") : last;
  }

  private static void refuse(String node, String address, Stats told) throws PortException {
    String version = told.told().getOrDefault("riak_kv_version", "");
    if (version.isEmpty()) {
      throw new PortException(
          "%s: http://%s does not answer as Riak KV does. Is another service on that port?"
              .formatted(node, address));
    }
    Matcher number = VERSION.matcher(version);
    if (number.matches() && !number.group(1).equals(KNOWN)) {
      throw new PortException("%s: want Riak KV 3, got %s.".formatted(node, version));
    }
    String name = told.told().getOrDefault("nodename", node);
    if (!name.equals(node)) {
      throw new PortException(
          "engine.nodes: http://%s is %s and not %s. Maybe engine.addresses is to be corrected."
              .formatted(address, name, node));
    }
    if (told.members().size() < 2) {
      throw new PortException(
          "%s: is alone and no cluster. Join a second node first (`riak admin cluster join %s` on it, then `plan` and `commit`)."
              .formatted(node, node));
    }
  }
}
