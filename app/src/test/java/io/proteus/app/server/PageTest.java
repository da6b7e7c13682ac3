package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageTest {
  private static final Pattern INLINE =
      Pattern.compile("<style|<script(?![^>]*src=)|\\son\\w+=|\\sstyle=|https?:");
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
  void itsScriptKnowsEveryPartOfThePageAndTheInterface() throws Exception {
    try (DaemonUnderTest proteus = new DaemonUnderTest(folder, "")) {
      String page = proteus.get("/", null).body();
      String script = proteus.get("/page.js", null).body();

      assertThat(ELEMENT.matcher(script).results().map(MatchResult::group)).hasSizeGreaterThan(15);
      assertThat(ELEMENT.matcher(script).results().map(found -> "id=\"" + found.group(1) + "\""))
          .allMatch(page::contains);
      assertThat(script).doesNotContain("innerHTML").contains(Gate.CSRF_HEADER);
    }
  }
}
