package io.proteus.lab.runner;

import io.proteus.app.Environment;
import io.proteus.core.port.PortException;
import io.proteus.core.units.Causes;
import io.proteus.lab.report.Publication;
import io.proteus.lab.result.Result;
import io.proteus.lab.runner.Experiment.AfterFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs an experiment: brings up what it is measured on, measures turn after turn, keeps what was
 * found after each, and leaves nothing running, however it ends. A turn that fails, as a server
 * died, the store refused or the clients gave up, is told and left out.
 *
 * @param keeper takes all that is measured so far: it must not be lost with what fails later
 */
public record ExperimentRunner(Consumer<String> progress, Instant started, Keeper keeper) {

  /** Takes the result so far. */
  @FunctionalInterface
  public interface Keeper {
    void keep(Result soFar) throws IOException;
  }

  /**
   * Runs an experiment that writes its result into a folder and shows it.
   *
   * @return the exit code of the process
   */
  public static int publish(Environment environment, Path folder, Experiment<?, ?> experiment)
      throws PortException, IOException, InterruptedException {
    Publication publication = new Publication(environment.screen(), folder);
    Elapsed progress = Elapsed.on(environment.screen());
    return publication.publish(
        new ExperimentRunner(progress, progress.started(), publication::keep).run(experiment));
  }

  /**
   * Runs all turns.
   *
   * @throws InterruptedException also when a turn failed as the process is ending
   */
  public <C, M> Result run(Experiment<C, M> experiment)
      throws PortException, IOException, InterruptedException {
    return new Run<>(experiment).all();
  }

  private final class Run<C, M> {
    private final Experiment<C, M> experiment;
    private final Iterator<Turn<C>> turns;
    private final List<Measurement<C, M>> measured = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    Run(Experiment<C, M> experiment) {
      this.experiment = experiment;
      this.turns = experiment.turns().iterator();
    }

    Result all() throws PortException, IOException, InterruptedException {
      Turn<C> turn = next();
      while (turn != null) {
        try (Bed<C, M> bed = experiment.open(turn.of(), progress)) {
          turn = on(bed, turn);
        }
      }
      return result();
    }

    /** Goes on as long as the bed serves; the turn that needs another, or null at the end. */
    private @Nullable Turn<C> on(Bed<C, M> bed, Turn<C> first)
        throws PortException, IOException, InterruptedException {
      Turn<C> turn = first;
      boolean serves = true;
      while (turn != null && serves && bed.serves(turn.of())) {
        serves = isMeasured(bed, turn) || experiment.afterFailure() != AfterFailure.ANOTHER_BED;
        if (turn.endsRound()) {
          bed.endRound(turn);
        }
        keeper.keep(result());
        turn = next();
      }
      return turn;
    }

    private boolean isMeasured(Bed<C, M> bed, Turn<C> turn)
        throws PortException, IOException, InterruptedException {
      M found;
      try {
        found = bed.measure(turn);
      } catch (PortException | IOException | IllegalStateException | UncheckedIOException e) {
        if (bed.isEnding()) {
          throw new InterruptedException("asked to end");
        }
        if (experiment.afterFailure() == AfterFailure.END) {
          throw e;
        }
        String failure = "%s: %s".formatted(experiment.title(turn), Causes.of(e));
        progress.accept("NOT MEASURED: " + failure);
        failures.add(failure);
        return false;
      }
      measured.add(new Measurement<>(turn.of(), turn.repeat(), found));
      experiment.keep(turn, found);
      return true;
    }

    private @Nullable Turn<C> next() {
      return turns.hasNext() ? turns.next() : null;
    }

    private Result result() {
      Outline outline = experiment.outline();
      Findings findings = experiment.findings(new Measurements<>(measured));
      return new Result(
          Result.SCHEMA,
          outline.name(),
          started,
          Instant.now(),
          outline.method(),
          outline.environment(),
          outline.facts(),
          findings.sections(),
          findings.criteria(),
          failures);
    }
  }
}
