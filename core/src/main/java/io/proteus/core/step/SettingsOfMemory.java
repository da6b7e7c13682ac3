package io.proteus.core.step;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.port.MemoryShares;
import io.proteus.core.port.Ports;
import java.util.Map;

/** The settings by which a node starts with a split; none where the store divides no memory. */
final class SettingsOfMemory {
  private SettingsOfMemory() {}

  static Map<String, String> in(Ports ports, MemorySplit memory) {
    return ports.find(MemoryShares.class).map(has -> has.settingsOf(memory)).orElse(Map.of());
  }
}
