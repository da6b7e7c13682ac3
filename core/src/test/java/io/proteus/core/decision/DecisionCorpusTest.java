package io.proteus.core.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The decisions of a corpus of random situations stay as they were recorded. */
class DecisionCorpusTest {
  private static final String RECORDED = "/decisions/corpus.txt";
  private static final int SEEDS = 40;

  /** Records anew, or more of them, for a comparison of two versions: a file, and how many. */
  private static final String RECORD = "proteus.corpus";

  @Test
  void decisionsAreAsRecorded() throws IOException {
    String file = System.getProperty(RECORD);
    if (file != null) {
      Files.write(Path.of(file), decided(Integer.getInteger(RECORD + ".seeds", SEEDS)));
    }
    assertThat(decided(SEEDS)).isEqualTo(recorded());
  }

  private static List<String> decided(int seeds) {
    return LongStream.rangeClosed(1, seeds)
        .boxed()
        .flatMap(seed -> DecisionCorpus.lines(seed).stream())
        .toList();
  }

  private static List<String> recorded() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(DecisionCorpusTest.class.getResourceAsStream(RECORDED))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }
}
