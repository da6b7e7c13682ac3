package io.proteus.controller.configuration;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.InvalidValue;
import java.util.HashSet;
import java.util.List;

/**
 * The sources of the hosts' CPU, I/O wait and memory.
 *
 * @param sources types of sources that are installed, the most trusted first
 */
@Section("Who tells how busy hosts are.")
public record HostSettings(
    @Key(
            doc =
                "who tells how busy hosts are, the most trusted first: what one does not know is"
                    + " taken from the next",
            usual = "[cloud, store]")
        List<String> sources) {
  public HostSettings {
    sources = List.copyOf(sources);
    if (new HashSet<>(sources).size() < sources.size()) {
      throw new InvalidValue(
          "hosts.sources: want each source once, got %s.".formatted(String.join(", ", sources)));
    }
  }
}
