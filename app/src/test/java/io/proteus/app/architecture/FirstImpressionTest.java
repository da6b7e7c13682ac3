package io.proteus.app.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a stranger reads first: the front page, and the way from it to every other page. */
final class FirstImpressionTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Path INDEX = ROOT.resolve("docs/README.md");

  @Test
  void theFrontPageSaysWhatItIsInTenLinesThenLooksAtTheReadersOwnCluster() throws IOException {
    List<String> lines = Files.readAllLines(ROOT.resolve("README.md"));
    List<String> headings = lines.stream().filter(line -> line.startsWith("## ")).toList();

    assertThat(lines.subList(0, 6)).anyMatch(line -> line.contains("autopilot for NoSQL clusters"));
    assertThat(lines.indexOf(headings.get(0))).isLessThanOrEqualTo(15);
    assertThat(headings.get(0)).contains("Your own cluster", "read only");
    assertThat(headings).anyMatch("## Install"::equals);
  }

  @Test
  void itsLinesCanBeRead() throws IOException {
    for (Path page : List.of(ROOT.resolve("README.md"), INDEX)) {
      assertThat(Files.readAllLines(page))
          .filteredOn(line -> !line.startsWith("|"))
          .as("%s", page)
          .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(105));
    }
  }

  @Test
  void everyPageIsInTheIndex() throws IOException {
    String index = Files.readString(INDEX);
    try (Stream<Path> pages = Files.list(ROOT.resolve("docs"))) {
      assertThat(pages.map(page -> page.getFileName().toString()).filter(this::isPage))
          .isNotEmpty()
          .allSatisfy(page -> assertThat(index).contains("(" + page));
    }
  }

  private boolean isPage(String file) {
    return file.endsWith(".md") && !file.equals("README.md");
  }
}
