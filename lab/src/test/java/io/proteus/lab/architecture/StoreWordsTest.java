package io.proteus.lab.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The words of one store stay out of the modules that serve all of them. Names of engines and of
 * what earlier releases had are listed one by one.
 */
class StoreWordsTest {
  private static final Path ROOT = Path.of("..");

  private static final Pattern WORDS =
      Pattern.compile(
          "hbase|\\bhfile|hdfs|hmaster|memstore|block.?cache|zoo.?keeper|znode|data.?nodes?\\b"
              + "|major.?compact|region.?servers?\\b|\\bregions?\\b|\\bjmx\\b",
          Pattern.CASE_INSENSITIVE);

  /** Lines that may have such a word, by what is in them, and why. */
  private static final Map<String, String> ALLOWED =
      Map.of(
          "String USUAL = \"hbase\";",
          "the engine of a configuration that names none, as all of before there were others",
          "List.of(\"files\", \"hfiles\")",
          "a value of --by that earlier releases had",
          "{\"--partitions\", \"--regions\"}",
          "an option that earlier releases had",
          "{\"--partitions-per-node\", \"--regions-per-server\"}",
          "an option that earlier releases had",
          "{\"--keep-partitions\", \"--keep-regions\"}",
          "an option that earlier releases had");

  @ParameterizedTest
  @ValueSource(strings = {"core", "controller", "app"})
  void aModuleForAllStoresHasNoWordsOfOne(String module) throws IOException {
    assertThat(lines(module))
        .filteredOn(line -> ALLOWED.keySet().stream().noneMatch(line::contains))
        .as("lines of %s with words of one store", module)
        .isEmpty();
  }

  @Test
  void whatIsAllowedIsThere() throws IOException {
    List<String> lines = new ArrayList<>(lines("controller"));
    lines.addAll(lines("app"));

    assertThat(ALLOWED.keySet())
        .allSatisfy(allowed -> assertThat(lines).anyMatch(line -> line.contains(allowed)));
  }

  /** Those with such a word. */
  private static List<String> lines(String module) throws IOException {
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
    return found;
  }
}
