package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
  private static final Path FILES = Path.of("src/main/resources/page");
  private static final Pattern INLINE =
      Pattern.compile("<style|<script(?![^>]*src=)|\\son\\w+=|\\sstyle=|https?:");
  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"#]+)\"");
  private static final Pattern ELEMENT = Pattern.compile("\\bof\\(\"([a-z-]+)\"\\)");

  @TempDir private Path folder;

  @Test
  void itIsServedToWhoeverMayAskAndHasNothingThatItsOwnPolicyForbids() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      for (Map.Entry<String, String> file :
          Map.of("/", "text/html", "/page.js", "text/javascript", "/page.css", "text/css")
              .entrySet()) {
        HttpResponse<String> answer = proteus.get(file.getKey(), null);

        assertThat(answer.statusCode()).as(file.getKey()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElse(""))
            .startsWith(file.getValue());
        assertThat(answer.headers().firstValue("Content-Security-Policy")).isPresent();
      }
      assertThat(proteus.get("/", null).body()).doesNotContainPattern(INLINE);
    }
  }

  @Test
  void everyFileThatItNamesIsThereItsLibrariesToo() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      List<String> named =
          LINK.matcher(proteus.get("/", null).body())
              .results()
              .map(found -> found.group(1))
              .toList();

      assertThat(named).contains("lib/chart.js", "lib/d3-hierarchy.js");
      for (String file : named) {
        assertThat(proteus.get("/" + file, null).statusCode()).as(file).isEqualTo(200);
      }
    }
  }

  @Test
  void itsScriptsKnowEveryPartOfThePageAndTheInterface() throws Exception {
    String page = Files.readString(FILES.resolve("index.html"));
    String scripts = scripts();

    assertThat(ELEMENT.matcher(scripts).results().map(MatchResult::group)).hasSizeGreaterThan(40);
    assertThat(ELEMENT.matcher(scripts).results().map(found -> "id=\"" + found.group(1) + "\""))
        .allMatch(page::contains);
    assertThat(scripts).contains(Gate.CSRF_HEADER);
  }

  @Test
  void whatItIsToldIsOnlyEverSetAsText() throws Exception {
    assertThat(scripts())
        .doesNotContainPattern(
            "innerHTML|outerHTML|insertAdjacentHTML|document\\.write|DOMParser|eval\\(|new Function|localStorage|document\\.cookie");
  }

  private static String scripts() throws Exception {
    try (Stream<Path> files = Files.list(FILES)) {
      return files
          .filter(file -> file.toString().endsWith(".js"))
          .sorted()
          .map(PageTest::read)
          .collect(Collectors.joining("\n"));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
