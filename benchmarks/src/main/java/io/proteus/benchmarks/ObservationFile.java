package io.proteus.benchmarks;

import io.proteus.controller.json.SavedObservation;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a generated observation of so many nodes with 200 partitions each, for {@code --from}. */
public final class ObservationFile {
  private ObservationFile() {}

  /**
   * Runs with three arguments: the file, the number of nodes and the {@link Start}, which is RANDOM
   * when left out.
   */
  public static void main(String[] args) throws IOException {
    Start start = args.length > 2 ? Start.valueOf(args[2]) : Start.RANDOM;
    SavedObservation.write(
        GeneratedSituation.of(Integer.parseInt(args[1]), start), Path.of(args[0]));
  }
}
