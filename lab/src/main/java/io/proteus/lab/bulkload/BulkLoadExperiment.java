package io.proteus.lab.bulkload;

import io.proteus.core.port.PortException;
import io.proteus.lab.bulkload.LoadBed.Setup;
import io.proteus.lab.runner.Experiment;
import io.proteus.lab.runner.Findings;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.runner.Turn;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * HConfig's experiment (HCF-7) with PCM-BL beside it (PCM-10): the same rows into the same servers,
 * set up differently.
 *
 * @param sizes rows that are loaded
 * @param warmUpRows loaded twice before what is measured; 0: none
 * @param setups how each load was set up, so far
 */
record BulkLoadExperiment(
    Outline outline,
    List<Long> sizes,
    List<LoadConfiguration> chosen,
    int repeats,
    long warmUpRows,
    Opening opening,
    Map<Loaded, Setup> setups)
    implements Experiment<Loaded, LoadTrial> {

  BulkLoadExperiment {
    sizes = List.copyOf(sizes);
    chosen = List.copyOf(chosen);
  }

  /** Brings up what is loaded into. */
  @FunctionalInterface
  interface Opening {
    LoadBed open(Consumer<String> progress) throws PortException, IOException;
  }

  @Override
  public List<Turn<Loaded>> turns() {
    return Turn.interleaved(
        sizes.stream()
            .map(rows -> chosen.stream().map(one -> new Loaded(one, rows)).toList())
            .toList(),
        repeats);
  }

  @Override
  public String title(Turn<Loaded> turn) {
    return "%,d rows, repeat %d, %s"
        .formatted(turn.of().rows(), turn.repeat(), turn.of().configuration().id());
  }

  @Override
  public WarmLoads open(Loaded first, Consumer<String> progress)
      throws PortException, IOException, InterruptedException {
    WarmLoads loads = new WarmLoads(opening.open(progress), warmUpRows, setups, progress);
    try {
      loads.warmUp();
      return loads;
    } catch (PortException | IOException | InterruptedException | RuntimeException e) {
      loads.close();
      throw e;
    }
  }

  @Override
  public Findings findings(Measurements<Loaded, LoadTrial> soFar) {
    return new Findings(new LoadFigures(soFar).sections(List.copyOf(setups.values())), List.of());
  }
}
