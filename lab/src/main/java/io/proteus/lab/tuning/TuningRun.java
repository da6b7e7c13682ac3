package io.proteus.lab.tuning;

import io.proteus.core.port.PortException;
import io.proteus.core.units.Causes;
import io.proteus.lab.tuner.Proposal;
import io.proteus.lab.tuner.Trial;
import io.proteus.lab.tuner.Trial.Purpose;
import io.proteus.lab.tuner.TrialFile;
import io.proteus.lab.tuner.Tuner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes one trial after the other, and keeps each. */
final class TuningRun {
  private final Tuner tuner;
  private final TestBed bed;
  private final TrialFile file;
  private final Consumer<String> progress;
  private final AfterTrial after;

  /** What is done between two trials. */
  @FunctionalInterface
  interface AfterTrial {
    void run() throws IOException;
  }

  /** One of which nobody sees anything until it is over. */
  TuningRun(Tuner tuner, TestBed bed, TrialFile file, Consumer<String> progress) {
    this(tuner, bed, file, progress, () -> {});
  }

  TuningRun(Tuner tuner, TestBed bed, TrialFile file, Consumer<String> progress, AfterTrial after) {
    this.tuner = tuner;
    this.bed = bed;
    this.file = file;
    this.progress = progress;
    this.after = after;
  }

  /**
   * Goes on until all is tried.
   *
   * @throws InterruptedException if the process is asked to end; what was tried is kept
   */
  void finish() throws IOException, PortException, InterruptedException {
    Optional<Proposal> next = tuner.next(file.trials());
    if (next.isPresent()) {
      bed.warmUp();
    }
    while (next.isPresent()) {
      Trial trial = attempt(file.trials().size() + 1, next.get());
      file.add(trial);
      progress.accept(line(trial));
      after.run();
      next = tuner.next(file.trials());
    }
  }

  /** The defaults are tried once more: where they fail, what fails is not the settings' fault. */
  private Trial attempt(int number, Proposal proposal) throws PortException, InterruptedException {
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

  private String line(Trial trial) {
    Double rate = trial.perSecond();
    return String.format(
        Locale.ROOT,
        "trial %d of %d  %-8s  %s: %s%s",
        trial.number(),
        Math.max(trial.number(), tuner.expected(file.trials())),
        trial.purpose().name().toLowerCase(Locale.ROOT),
        trial.subject(),
        rate == null
            ? "failed: " + trial.failure()
            : String.format(Locale.ROOT, "%,.0f op/s", rate),
        bestSoFar(file.trials()));
  }

  private static String bestSoFar(List<Trial> trials) {
    return trials.stream()
        .filter(trial -> trial.perSecond() != null && trial.purpose() != Purpose.COMPARE)
        .max(Comparator.comparingDouble(TuningRun::rate))
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
