package io.proteus.engine.redis;

import io.proteus.core.port.PortException;
import java.util.Map;

/**
 * What a server keeps on its disk, and has again when it is started again.
 *
 * @param log whether it logs each write ({@code appendonly})
 * @param dumps whether it writes dumps, the last one at its end ({@code save})
 */
record Persistence(boolean log, boolean dumps) {
  static final String LOG = "appendonly";
  static final String DUMPS = "save";

  static Persistence of(Connections connections, String address) throws PortException {
    Map<String, String> told = connections.ask(address, node -> node.configGet(LOG, DUMPS));
    return new Persistence("yes".equals(told.get(LOG)), !told.getOrDefault(DUMPS, "").isBlank());
  }

  /** Whether it has all again: whoever is killed over its last dump has an older one. */
  boolean keepsAll() {
    return log;
  }

  boolean keepsNothing() {
    return !log && !dumps;
  }
}
