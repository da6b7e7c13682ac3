package io.proteus.simulator.scenario;

import io.proteus.simulator.fault.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Whether the nodes and partitions that faults strike are there. Where fewer are left in the run,
 * the count begins anew, but a number that there never is would strike another in silence.
 *
 * @param mostNodes that there may be
 * @param mostPartitions that there may be
 */
record FaultNumbers(int mostNodes, int mostPartitions) {
  private static final Pattern COUNT = Pattern.compile("\\d{1,9}");

  static FaultNumbers of(Scenario scenario) {
    int partitions = scenario.tenants().stream().mapToInt(t -> t.shares().size()).sum();
    int splits = scenario.faults().stream().mapToInt(Fault::newPartitions).sum();
    return new FaultNumbers(mostNodes(scenario), partitions + splits);
  }

  /** Proteus adds none where its settings do not say so. */
  private static int mostNodes(Scenario scenario) {
    return scenario.proteus().get("nodes") instanceof Map<?, ?> bounds
            && bounds.get("max") != null
            && COUNT.matcher(bounds.get("max").toString()).matches()
        ? Math.max(scenario.nodes(), Integer.parseInt(bounds.get("max").toString()))
        : scenario.nodes();
  }

  /** Those that are not there, each with its key. */
  List<String> mistakes(List<Fault> faults) {
    List<String> mistakes = new ArrayList<>();
    for (int i = 0; i < faults.size(); i++) {
      note("faults[%d].node".formatted(i), faults.get(i).strikesNode(), mostNodes, mistakes);
      note(
          "faults[%d].partition".formatted(i),
          faults.get(i).strikesPartition(),
          mostPartitions,
          mistakes);
    }
    return mistakes;
  }

  private static void note(String key, OptionalInt number, int most, List<String> mistakes) {
    if (number.isPresent() && number.getAsInt() >= most) {
      mistakes.add(
          "%s: want less than %d, as there are never more and they are counted from 0, got %d."
              .formatted(key, most, number.getAsInt()));
    }
  }
}
