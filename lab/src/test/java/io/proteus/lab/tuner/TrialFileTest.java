package io.proteus.lab.tuner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.proteus.core.units.InvalidValue;
import io.proteus.lab.tuner.Trial.Purpose;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialFileTest {
  @TempDir private Path folder;

  private static TrialFile.Header header(String workload) {
    return header(workload, 3, Map.of("by-hand", Map.of("block", "16")));
  }

  private static TrialFile.Header header(
      String workload, int comparisons, Map<String, Map<String, String>> references) {
    return TrialFile.Header.of(
        "local",
        workload,
        "windows of 10 s",
        new Tuner.Settings(30, 7, comparisons, references),
        MadeUpStore.space());
  }

  private static Trial trial(int number, Double rate, String failure) {
    return new Trial(
        number,
        Purpose.ALONE,
        "block 8",
        Map.of("block", "8"),
        rate,
        failure,
        Instant.parse("2026-01-31T12:00:00.5Z"),
        21.5);
  }

  private Path written() throws IOException {
    Path file = folder.resolve("trials.jsonl");
    TrialFile trials = TrialFile.open(file, header("read-only"), false);
    trials.add(trial(1, 1234.5, null));
    trials.add(trial(2, null, "the server died"));
    return file;
  }

  @Test
  void whatWasTriedIsThereAgain() throws IOException {
    TrialFile again = TrialFile.open(written(), header("read-only"), true);

    assertThat(again.trials())
        .containsExactly(trial(1, 1234.5, null), trial(2, null, "the server died"));
  }

  @Test
  void aLineThatWasNotFinishedIsTakenAway() throws IOException {
    Path file = written();
    Files.writeString(file, "{\"number\":3,\"purp", StandardOpenOption.APPEND);

    TrialFile again = TrialFile.open(file, header("read-only"), true);
    again.add(trial(3, 99.0, null));

    assertThat(TrialFile.open(file, header("read-only"), true).trials())
        .extracting(Trial::number)
        .containsExactly(1, 2, 3);
  }

  @Test
  void anEarlierRunIsNeitherOverwrittenNorTakenOverUnasked() throws IOException {
    Path file = written();

    assertThatThrownBy(() -> TrialFile.open(file, header("read-only"), false))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("2 trials")
        .hasMessageContaining("--resume");
    assertThat(TrialFile.open(file, header("read-only"), true).trials()).hasSize(2);
  }

  @Test
  void trialsOfAnotherRunAreRefusedAndTheDifferenceIsNamed() throws IOException {
    Path file = written();

    assertThatThrownBy(() -> TrialFile.open(file, header("write-only"), true))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("--workload")
        .hasMessageContaining("read-only, now write-only");
  }

  @Test
  void anotherComparisonIsAnotherRun() throws IOException {
    Path file = written();

    assertThatThrownBy(
            () ->
                TrialFile.open(
                    file, header("read-only", 5, Map.of("by-hand", Map.of("block", "16"))), true))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("another --compare: 3, now 5");
    assertThatThrownBy(() -> TrialFile.open(file, header("read-only", 3, Map.of()), true))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("another --against: {by-hand={block=16}}, now {}");
  }

  @Test
  void aFileOfBeforeTheComparisonWasKeptInItIsReadAllTheSame() throws IOException {
    Path file = written();
    String whole = Files.readString(file);
    String old = whole.replaceFirst(",\"comparisons\":3,\"references\":\\{.*?\\}\\}", "");
    assertThat(old).isNotEqualTo(whole).doesNotContain("comparisons").doesNotContain("by-hand");
    Files.writeString(file, old);

    assertThat(TrialFile.open(file, header("read-only", 5, Map.of()), true).trials()).hasSize(2);
  }

  @Test
  void anotherFileIsSaidToBeOne() throws IOException {
    Path file = Files.writeString(folder.resolve("notes.txt"), "buy milk\n");

    assertThatThrownBy(() -> TrialFile.open(file, header("read-only"), true))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("notes.txt: want trials");
    assertThat(file).hasContent("buy milk");
  }

  @Test
  void aLineOfNothingButNullIsNoTrial() throws IOException {
    Path file = Files.writeString(folder.resolve("trials.jsonl"), "null\nnull\n");

    assertThatThrownBy(() -> TrialFile.open(file, header("read-only"), true))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("trials.jsonl: want trials, one a line, got something else: null");
  }

  @Test
  void aRunThatWasStoppedBeforeItsFirstTrialBeginsAgain() throws IOException {
    Path file = folder.resolve("trials.jsonl");
    TrialFile.open(file, header("read-only"), false);

    assertThat(TrialFile.open(file, header("write-only"), false).trials()).isEmpty();
  }
}
