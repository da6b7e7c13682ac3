package io.proteus.lab.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The words of one store stay out of the modules that serve all of them. What is left is counted by
 * module, and a ceiling is only ever lowered: names of engines and examples are what it ends with.
 */
class StoreWordsTest {
  private static final Path ROOT = Path.of("..");

  private static final Pattern WORDS =
      Pattern.compile(
          "hbase|\\bhfile|hdfs|hmaster|memstore|block.?cache|zoo.?keeper|znode|data.?nodes?\\b"
              + "|major.?compact|region.?servers?\\b|\\bregions?\\b|\\bjmx\\b",
          Pattern.CASE_INSENSITIVE);

  @ParameterizedTest
  @CsvSource({"core, 0", "controller, 12", "app, 92"})
  void aModuleForAllStoresHasNoMoreWordsOfOneThanItHad(String module, int ceiling)
      throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(ROOT.resolve(module).resolve("src/main/java"))) {
      for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
        int number = 0;
        for (String line : Files.readAllLines(file)) {
          number++;
          if (WORDS.matcher(line).find()) {
            found.add("%s:%d %s".formatted(ROOT.relativize(file), number, line.strip()));
          }
        }
      }
    }

    assertThat(found)
        .as("lines of %s with words of one store", module)
        .hasSizeLessThanOrEqualTo(ceiling);
  }
}
