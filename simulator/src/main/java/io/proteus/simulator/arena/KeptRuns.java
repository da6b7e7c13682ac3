package io.proteus.simulator.arena;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.proteus.controller.json.CoreJson;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.simulator.scenario.Scenario;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Set;

/**
 * Yardsticks and outcomes in a folder, so that a strategy that is being tuned is all that has to be
 * played. A file is called by its scenario, by a hash of all that the scenario says, and by the
 * classes that simulate it: what has changed since is not found.
 *
 * @param folder may be missing
 * @param simulator stands for the classes that simulate
 * @param unchanged strategies whose outcome may be read: the hash knows nothing of how they decide
 */
record KeptRuns(Path folder, String simulator, Set<String> unchanged) {

  KeptRuns {
    unchanged = Set.copyOf(unchanged);
  }

  KeptRuns(Path folder, Set<String> unchanged) {
    this(folder, SimulatorClasses.hash(), unchanged);
  }

  /** Plays something. */
  interface Play<T> {
    T play() throws InvalidConfiguration;
  }

  /** The yardsticks that are kept, or else those that are played now. */
  Yardsticks yardsticks(Scenario scenario, long seed, Play<Yardsticks> play)
      throws InvalidConfiguration {
    return kept(file(scenario, seed, "yardsticks"), Yardsticks.class, true, play);
  }

  /** The outcome that is kept, if the strategy has not changed, or else that of a run now. */
  Tally tally(Scenario scenario, long seed, String strategy, Play<Tally> play)
      throws InvalidConfiguration {
    return kept(file(scenario, seed, strategy), Tally.class, unchanged.contains(strategy), play);
  }

  private Path file(Scenario scenario, long seed, String what) {
    String key =
        SimulatorClasses.hash(
            "%s %d %s".formatted(simulator, seed, scenario).getBytes(StandardCharsets.UTF_8));
    return folder.resolve("%s-%s-%s.json".formatted(scenario.name(), what, key));
  }

  private static <T> T kept(Path file, Class<T> type, boolean read, Play<T> play)
      throws InvalidConfiguration {
    try {
      if (read && Files.exists(file)) {
        return CoreJson.mapper().readValue(Files.readString(file), type);
      }
    } catch (JsonProcessingException e) {
      // written by another version: played anew
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be read", e);
    }
    T played = play.play();
    write(file, CoreJson.text(played));
    return played;
  }

  /** Whoever reads meanwhile sees the whole file or none. */
  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Path part = Files.createTempFile(file.toAbsolutePath().getParent(), "part", ".tmp");
      Files.writeString(part, text);
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " cannot be written", e);
    }
  }
}
