package io.proteus.simulator.live;

import io.proteus.core.setting.Key;
import io.proteus.core.setting.Section;
import io.proteus.core.units.InvalidValue;
import io.proteus.simulator.scenario.Scenario;
import io.proteus.simulator.scenario.ScenarioFile;
import io.proteus.simulator.scenario.SimulatedStore;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Which cluster is simulated.
 *
 * @param scenario a shipped one
 * @param scenarioFile one of your own, in place of it
 * @param speed how many seconds pass in the cluster while one passes here
 * @param seed what chance makes of the scenario
 * @param directory where the cluster is kept between commands; empty: it ends with the process
 */
@Section("a simulated cluster to try everything on ([how](what-if.md#what-is-it-like-to-run))")
public record LiveSettings(
    @Key(doc = "which shipped scenario is simulated", usual = "hot-spot") String scenario,
    @Key(
            doc = "a scenario of your own in place of it; relative to this file",
            example = "scenario.yaml")
        Optional<Path> scenarioFile,
    @Key(
            doc = "how many seconds pass in the simulated cluster while one passes here",
            usual = "20",
            most = 1000)
        int speed,
    @Key(doc = "what chance makes of the scenario: another number, another run", usual = "1")
        int seed,
    @Key(
            doc = "where the simulated cluster is kept between commands; `none`: it ends with each",
            usual = "proteus-data/<cluster.name>/simulated",
            none = "none")
        Optional<Path> directory) {

  /**
   * The scenario.
   *
   * @throws InvalidValue where there is none, it is wrong, or of another store
   */
  Scenario read() {
    Scenario found =
        scenarioFile
            .map(file -> ScenarioFile.find(file.toString(), Path.of(".")))
            .orElseGet(() -> ScenarioFile.find(scenario, Path.of(".")));
    if (found.store() != SimulatedStore.HBASE) {
      throw new InvalidValue(
          "engine.scenario: want a scenario of store hbase, as changes cost here what they cost"
              + " there, got %s. proteus simulate plays it.".formatted(origin()));
    }
    return found;
  }

  /** What the cluster was begun with: with anything else it would be another one. */
  String origin() {
    return "%s, seed %d".formatted(scenarioFile.map(Path::toString).orElse(scenario), seed);
  }
}
