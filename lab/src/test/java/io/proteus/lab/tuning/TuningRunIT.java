package io.proteus.lab.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.app.cluster.ShippedGuide;
import io.proteus.app.command.CommandLineUnderTest;
import io.proteus.core.port.PortException;
import io.proteus.lab.bench.BenchWorkload;
import io.proteus.lab.report.Publication;
import io.proteus.lab.result.Fact;
import io.proteus.lab.result.Result;
import io.proteus.lab.result.ResultFile;
import io.proteus.lab.runner.ExperimentRunner;
import io.proteus.lab.tuner.Space;
import io.proteus.lab.tuner.Trial;
import io.proteus.lab.tuner.Trial.Purpose;
import io.proteus.lab.tuner.TrialFile;
import io.proteus.lab.tuner.Tuner;
import io.proteus.testkit.ManualClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trials that fail, a bed that breaks, and a process that is asked to end. */
@Tag("storeless")
class TuningRunIT {
  private static final int TRIALS = 18;
  private static final long SEED = 7;

  @TempDir private Path folder;

  private final Space space =
      TunableParameters.space(
          List.of("blockSize", "blockCacheShare"),
          TunableParameters.SIMULATED,
          ShippedGuide.of("hbase").catalogue(),
          SimulatedBed.HEAP);
  private final Tuner tuner =
      new Tuner(
          space,
          new Tuner.Settings(
              TRIALS, SEED, 2, Map.of("known", known(space.usualValues(), "blockSize", "8192"))));

  private static Map<String, String> known(Map<String, String> usual, String name, String value) {
    Map<String, String> values = new TreeMap<>(usual);
    values.put(name, value);
    return values;
  }

  /** The simulator's, which may fail. */
  private static class Bed implements TestBed {
    private final SimulatedBed simulated = new SimulatedBed(BenchWorkload.MIXED, 0.02, SEED);
    int measured;

    /** What is wrong with a trial; empty when nothing is. */
    Optional<String> wrong(int number, Map<String, String> values) {
      return Optional.empty();
    }

    @Override
    public void warmUp() {}

    @Override
    public double measure(int number, Map<String, String> values) throws PortException {
      measured++;
      Optional<String> wrong = wrong(number, values);
      if (wrong.isPresent()) {
        throw new PortException(wrong.get());
      }
      return simulated.measure(number, values);
    }

    @Override
    public boolean isEnding() {
      return false;
    }

    @Override
    public void close() {}
  }

  private TrialFile file(boolean resume) throws Exception {
    return TrialFile.open(
        folder.resolve("trials.jsonl"),
        TrialFile.Header.of("simulator", "mixed", "", tuner.settings(), space),
        resume);
  }

  private TrialFile run(TestBed bed, boolean resume) throws Exception {
    TrialFile file = file(resume);
    run(bed, file, soFar -> {});
    return file;
  }

  private void run(TestBed bed, TrialFile file, ExperimentRunner.Keeper keeper) throws Exception {
    TrialsSoFar soFar = new TrialsSoFar(tuner, space, file, SimulatedBed.environment());
    Result result =
        new ExperimentRunner(line -> {}, Instant.EPOCH, keeper)
            .run(new Tuning(soFar, progress -> bed));
    assertThat(result.failures()).isEmpty();
  }

  @Test
  void aSettingThatKillsServersCountsAsTheWorstAndIsNeverChosen() throws Exception {
    Bed bed =
        new Bed() {
          @Override
          Optional<String> wrong(int number, Map<String, String> values) {
            return "0.7".equals(values.get("blockCacheShare"))
                ? Optional.of("rs1 ended while it was started")
                : Optional.empty();
          }
        };

    List<Trial> trials = run(bed, false).trials();

    assertThat(trials)
        .filteredOn(trial -> trial.failure() != null)
        .isNotEmpty()
        .allMatch(trial -> "0.7".equals(trial.values().get("blockCacheShare")));
    assertThat(tuner.chosen(trials).orElseThrow().get("blockCacheShare")).isNotEqualTo("0.7");
    assertThat(tuner.next(trials)).isEmpty();
  }

  @Test
  void whyATrialFailedIsKeptWithIt() throws Exception {
    Bed bed =
        new Bed() {
          @Override
          public double measure(int number, Map<String, String> values) throws PortException {
            if ("0.7".equals(values.get("blockCacheShare"))) {
              throw new PortException(
                  "the clients: a worker has died",
                  new IllegalStateException("a row that nobody wrote"));
            }
            return super.measure(number, values);
          }
        };

    assertThat(run(bed, false).trials())
        .filteredOn(trial -> trial.failure() != null)
        .isNotEmpty()
        .extracting(Trial::failure)
        .containsOnly("the clients: a worker has died: a row that nobody wrote");
  }

  @Test
  void whatTheStoresClientThrowsUncheckedSpoilsItsTrialOnly() throws Exception {
    Bed bed =
        new Bed() {
          @Override
          public double measure(int number, Map<String, String> values) throws PortException {
            if ("0.7".equals(values.get("blockCacheShare"))) {
              throw new UncheckedIOException(new IOException("the region is gone"));
            }
            return super.measure(number, values);
          }
        };

    List<Trial> trials = run(bed, false).trials();

    assertThat(trials).extracting(Trial::failure).contains("the region is gone");
    assertThat(tuner.next(trials)).isEmpty();
  }

  @Test
  void defaultsThatFailOnceAreTriedAgain() throws Exception {
    Bed bed =
        new Bed() {
          @Override
          Optional<String> wrong(int number, Map<String, String> values) {
            return measured == 1 ? Optional.of("the master did not answer") : Optional.empty();
          }
        };

    List<Trial> trials = run(bed, false).trials();

    assertThat(trials).allMatch(trial -> trial.failure() == null);
    assertThat(bed.measured).isEqualTo(trials.size() + 1);
  }

  /** Else a broken cluster would make every setting look as bad as the next. */
  @Test
  void defaultsThatKeepFailingEndTheRunWhichGoesOnLater() throws Exception {
    Set<Integer> broken = Set.of(5, 6, 7, 8, 9);
    List<Integer> failed = new ArrayList<>();
    Bed breaking =
        new Bed() {
          @Override
          Optional<String> wrong(int number, Map<String, String> values) {
            if (broken.contains(number)) {
              failed.add(number);
              return Optional.of("the master is gone");
            }
            return Optional.empty();
          }
        };

    assertThatThrownBy(() -> run(breaking, false))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("the defaults failed twice")
        .hasMessageContaining("the master is gone")
        .hasMessageContaining("--resume");
    List<Trial> kept = file(true).trials();
    assertThat(kept).isNotEmpty().noneMatch(t -> t.purpose() == Purpose.BASELINE && failed(t));

    List<Trial> trials = run(new Bed(), true).trials();
    assertThat(trials.subList(0, kept.size())).isEqualTo(kept);
    assertThat(tuner.next(trials)).isEmpty();
  }

  @Test
  void aRunThatIsCutShortHasAPageOfWhatItFound() throws Exception {
    Bed ending =
        new Bed() {
          @Override
          public boolean isEnding() {
            return measured == 6;
          }
        };
    TrialFile file = file(false);
    Publication publication =
        new Publication(
            new CommandLineUnderTest(folder, ManualClock.start()).environment().screen(),
            folder.resolve("report"));

    assertThatThrownBy(() -> run(ending, file, publication::write))
        .isInstanceOf(InterruptedException.class);

    Result result = ResultFile.read(publication.folder().resolve(ResultFile.NAME));
    assertThat(result.facts())
        .contains(new Fact("finished", "false"), new Fact("trials made", "5"));
    assertThat(result.sections().get(0).note())
        .contains("5 trials so far")
        .contains("--resume goes on");
    assertThat(Files.readString(publication.folder().resolve("report.html")))
        .contains("How the search went");
  }

  private static boolean failed(Trial trial) {
    return trial.failure() != null;
  }

  @Test
  void whatWasUnderWayWhenTheProcessWasAskedToEndIsTriedAgain() throws Exception {
    Bed ending =
        new Bed() {
          @Override
          Optional<String> wrong(int number, Map<String, String> values) {
            return number == 6 ? Optional.of("connection refused") : Optional.empty();
          }

          @Override
          public boolean isEnding() {
            return measured == 6;
          }
        };

    assertThatThrownBy(() -> run(ending, false)).isInstanceOf(InterruptedException.class);
    List<Trial> kept = file(true).trials();
    assertThat(kept).hasSize(5).noneMatch(TuningRunIT::failed);

    List<Trial> resumed = run(new Bed(), true).trials();
    assertThat(resumed.get(5).number()).isEqualTo(6);
    assertThat(resumed).extracting(Trial::number).doesNotHaveDuplicates();
  }

  @Test
  void theConclusionComparesWithTheBestPolicyKnownBefore() throws Exception {
    List<Trial> trials = run(new Bed(), false).trials();
    Map<String, String> changed =
        new TreeMap<>(
            Objects.requireNonNull(tuner.chosen(trials).orElseThrow(), "nothing was chosen"));
    changed.entrySet().removeAll(space.usualValues().entrySet());

    String sentence = Conclusion.of(true, trials, tuner.searched(trials), changed).sentence();

    assertThat(sentence)
        .containsPattern(
            "It has \\d\\.\\d\\d \\(\\d\\.\\d\\d to \\d\\.\\d\\d\\) times the rate of known, the"
                + " best policy known before, 95 % interval \\d\\.\\d\\d to \\d\\.\\d\\d\\.");
  }
}
