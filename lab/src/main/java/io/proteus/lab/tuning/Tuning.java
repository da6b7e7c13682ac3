package io.proteus.lab.tuning;

import io.proteus.core.port.PortException;
import io.proteus.core.units.Causes;
import io.proteus.lab.runner.Bed;
import io.proteus.lab.runner.Experiment;
import io.proteus.lab.runner.Experiment.AfterFailure;
import io.proteus.lab.runner.Findings;
import io.proteus.lab.runner.Measurements;
import io.proteus.lab.runner.Outline;
import io.proteus.lab.runner.Turn;
import io.proteus.lab.tuner.Proposal;
import io.proteus.lab.tuner.Trial;
import io.proteus.lab.tuner.Trial.Purpose;
import io.proteus.lab.tuner.TrialFile;
import io.proteus.lab.tuner.Tuner;
import io.proteus.lab.tuner.TuningResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A tuning: what is tried next follows from the trials so far, each of which is kept.
 *
 * @param soFar what the trials tell
 */
record Tuning(TrialsSoFar soFar, Opening opening) implements Experiment<Proposal, Trial> {

  /** Brings up what settings are tried on. */
  @FunctionalInterface
  interface Opening {
    TestBed open(Consumer<String> progress) throws PortException, IOException;
  }

  private TrialFile file() {
    return soFar.file();
  }

  /** All of it, at any moment. */
  TuningResult result() {
    return soFar.now(soFar.tuner().next(file().trials()).isEmpty());
  }

  @Override
  public Outline outline() {
    return new TuningReport(result()).outline();
  }

  @Override
  public Findings findings(Measurements<Proposal, Trial> measured) {
    return new Findings(new TuningReport(result()).sections(), List.of());
  }

  @Override
  public Iterable<Turn<Proposal>> turns() {
    return () ->
        new Iterator<>() {
          @Override
          public boolean hasNext() {
            return soFar.tuner().next(file().trials()).isPresent();
          }

          @Override
          public Turn<Proposal> next() {
            return new Turn<>(soFar.tuner().next(file().trials()).orElseThrow(), 1, false);
          }
        };
  }

  @Override
  public String title(Turn<Proposal> turn) {
    return turn.of().subject();
  }

  @Override
  public void keep(Turn<Proposal> turn, Trial found) throws IOException {
    file().add(found);
  }

  @Override
  public AfterFailure afterFailure() {
    return AfterFailure.END;
  }

  @Override
  public Bed<Proposal, Trial> open(Proposal first, Consumer<String> progress)
      throws PortException, IOException, InterruptedException {
    TestBed bed = opening.open(progress);
    try {
      bed.warmUp();
    } catch (PortException | IOException | InterruptedException | RuntimeException e) {
      bed.close();
      throw e;
    }
    return new Tried(bed, progress);
  }

  /** Tries one setting after the other. */
  private final class Tried implements Bed<Proposal, Trial> {
    private final TestBed bed;
    private final Consumer<String> progress;

    Tried(TestBed bed, Consumer<String> progress) {
      this.bed = bed;
      this.progress = progress;
    }

    @Override
    public Trial measure(Turn<Proposal> turn) throws PortException, InterruptedException {
      Trial trial = attempt(file().trials().size() + 1, turn.of());
      List<Trial> all = new ArrayList<>(file().trials());
      all.add(trial);
      progress.accept(line(trial, all));
      return trial;
    }

    @Override
    public boolean isEnding() {
      return bed.isEnding();
    }

    @Override
    public void close() throws PortException, IOException {
      bed.close();
    }

    /** The defaults are tried once more: where they fail, what fails is not the settings' fault. */
    private Trial attempt(int number, Proposal proposal)
        throws PortException, InterruptedException {
      Trial first = once(number, proposal);
      if (first.perSecond() != null || !isOfDefaults(proposal)) {
        return first;
      }
      progress.accept("the defaults failed (%s); once more".formatted(first.failure()));
      Trial second = once(number, proposal);
      if (second.perSecond() == null) {
        throw new PortException(
            "the defaults failed twice, so no other setting can be judged: %s; %s. The trials before are kept; the same command with --resume goes on with them."
                .formatted(first.failure(), second.failure()));
      }
      return second;
    }

    private static boolean isOfDefaults(Proposal proposal) {
      return proposal.purpose() == Purpose.BASELINE
          || (proposal.purpose() == Purpose.COMPARE && proposal.subject().equals(Tuner.DEFAULTS));
    }

    private Trial once(int number, Proposal proposal) throws InterruptedException {
      Instant started = Instant.now();
      Double rate = null;
      String failure = null;
      try {
        rate = bed.measure(number, proposal.values());
      } catch (PortException | IOException | IllegalStateException | UncheckedIOException e) {
        failure = Causes.of(e);
      }
      if (bed.isEnding()) {
        throw new InterruptedException("asked to end");
      }
      return new Trial(
          number,
          proposal.purpose(),
          proposal.subject(),
          proposal.values(),
          rate,
          failure,
          started,
          Duration.between(started, Instant.now()).toMillis() / 1e3);
    }

    private String line(Trial trial, List<Trial> all) {
      Double rate = trial.perSecond();
      return String.format(
          Locale.ROOT,
          "trial %d of %d  %-8s  %s: %s%s",
          trial.number(),
          Math.max(trial.number(), soFar.tuner().expected(all)),
          trial.purpose().name().toLowerCase(Locale.ROOT),
          trial.subject(),
          rate == null
              ? "failed: " + trial.failure()
              : String.format(Locale.ROOT, "%,.0f op/s", rate),
          bestSoFar(all));
    }
  }

  private static String bestSoFar(List<Trial> trials) {
    return trials.stream()
        .filter(trial -> trial.perSecond() != null && trial.purpose() != Purpose.COMPARE)
        .max(Comparator.comparingDouble(Tuning::rate))
        .map(
            best ->
                String.format(
                    Locale.ROOT, "; best so far %,.0f (trial %d)", rate(best), best.number()))
        .orElse("");
  }

  private static double rate(Trial trial) {
    @Nullable Double rate = trial.perSecond();
    return rate == null ? 0 : rate;
  }
}
