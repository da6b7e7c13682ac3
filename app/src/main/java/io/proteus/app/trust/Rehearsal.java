package io.proteus.app.trust;

import io.proteus.controller.journal.JournalException;
import io.proteus.controller.settings.InvalidConfiguration;
import io.proteus.core.units.InvalidValue;
import io.proteus.simulator.replay.Assumptions;
import io.proteus.simulator.replay.Recorded;
import io.proteus.simulator.replay.Replay;
import io.proteus.simulator.run.SimulationResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The journal's time again in the simulator, which is fitted to the journal: as it was, and with
 * Proteus acting. Simulated, not measured.
 *
 * @param whyNot why there are no figures; null where there are
 * @param asItWas null where there are no figures
 * @param withProteus null where there are no figures
 * @param remarks what is assumed, and what is not known
 */
record Rehearsal(
    @Nullable String whyNot,
    @Nullable Side asItWas,
    @Nullable Side withProteus,
    List<String> remarks) {
  /** Less is too short for a strategy to see a load come and go. */
  private static final Duration SHORTEST = Duration.ofHours(1);

  /**
   * Where nodes are full for longer, clients wanted more than was recorded, and nobody knows what.
   */
  private static final double MOST_SATURATED = 0.2;

  /** Where more is unknown, the rest does not tell what would have been. */
  private static final double MOST_SILENT = 0.5;

  private static final long SEED = 1;

  Rehearsal {
    remarks = List.copyOf(remarks);
  }

  /** One way in figures. */
  record Side(
      double millionOperations,
      double nodeHours,
      int moves,
      int restarts,
      @Nullable Double p99Ms,
      int actions) {
    static Side of(SimulationResult result) {
      return new Side(
          result.answered().values().stream().mapToDouble(Double::doubleValue).sum() / 1e6,
          result.nodeHours(),
          result.moves(),
          result.restarts(),
          result.answers().p99Ms(),
          result.decisions().size());
    }
  }

  static Rehearsal none(String why) {
    return new Rehearsal(why, null, null, List.of());
  }

  /**
   * @param configuration the cluster's file; its settings decide
   */
  static Rehearsal of(Path journal, Path configuration, String strategy)
      throws JournalException, InvalidConfiguration {
    try {
      Replay replay = Replay.of(journal, Assumptions.none(), Replay.settingsOf(configuration));
      String why = tooLittle(replay.recorded());
      return why != null
          ? new Rehearsal(why, null, null, replay.remarks())
          : new Rehearsal(
              null,
              Side.of(replay.run("none", SEED)),
              Side.of(replay.run(strategy, SEED)),
              replay.remarks());
    } catch (InvalidValue e) { // the journal tells too little
      return none(String.valueOf(e.getMessage()));
    }
  }

  private static @Nullable String tooLittle(Recorded recorded) {
    Duration whole = Duration.between(recorded.from(), recorded.until());
    if (whole.compareTo(SHORTEST) < 0) {
      return "the journal tells of %d minutes, and a rehearsal wants an hour or more"
          .formatted(whole.toMinutes());
    }
    if (recorded.silentSeconds() > MOST_SILENT * whole.toSeconds()) {
      return "nothing is known of %d of %d hours"
          .formatted(recorded.silentSeconds() / 3600, whole.toHours());
    }
    if (recorded.saturated() > MOST_SATURATED * recorded.observations()) {
      return "a node had nothing to spare in %d of %d observations, so clients wanted more than was recorded, and nobody knows how much"
          .formatted(recorded.saturated(), recorded.observations());
    }
    return null;
  }
}
