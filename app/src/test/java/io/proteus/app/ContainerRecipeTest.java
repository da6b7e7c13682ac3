package io.proteus.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What can be checked of the container without an engine to build it. */
class ContainerRecipeTest {
  private static final Path ROOT = Path.of("..");
  private static final Path FOLDER = ROOT.resolve("packaging/container");
  private static final Pattern OPENED = Pattern.compile("--add-(?:opens|exports) (\\S+)=ALL");

  private static String text(Path file) throws Exception {
    return Files.readString(file);
  }

  @Test
  void itRunsAsNobodyFromPinnedImagesAndEndsBySigterm() throws Exception {
    List<String> lines = text(FOLDER.resolve("Dockerfile")).lines().toList();

    assertThat(lines.stream().filter(line -> line.startsWith("FROM ")))
        .hasSize(2)
        .allMatch(line -> line.matches("FROM \\S+:[0-9]\\S*( AS \\w+)?"), "a version, not latest");
    List<String> users = lines.stream().filter(line -> line.startsWith("USER ")).toList();
    assertThat(users).containsExactly("USER 10001:10001");
    assertThat(lines.indexOf("USER 10001:10001"))
        .isLessThan(lines.indexOf("ENTRYPOINT [\"/opt/proteus/entrypoint.sh\"]"));
    assertThat(lines).contains("STOPSIGNAL SIGTERM");
    assertThat(lines).noneMatch(line -> line.startsWith("ADD ") || line.contains("sudo"));
  }

  /** It does not start without one, so there is nothing to be in to make it. */
  @Test
  void theFirstTokenIsMadeInTheVolumeBeforeItIsStarted() throws Exception {
    String readme = text(FOLDER.resolve("README.md"));
    int first = readme.indexOf("token add");
    int started = readme.indexOf("docker run -d");

    assertThat(first).isBetween(readme.indexOf("docker run --rm"), started);
    assertThat(readme.substring(readme.indexOf("docker run --rm"), first))
        .contains("-v proteus-data:/var/lib/proteus", "--user 10001:10001");
  }

  @Test
  void whatItCopiesIsThere() throws Exception {
    String recipe = text(FOLDER.resolve("Dockerfile"));

    assertThat(recipe).contains("packaging/container/entrypoint.sh", "app/target/lib");
    assertThat(FOLDER.resolve("entrypoint.sh")).isExecutable();
    assertThat(text(ROOT.resolve(".dockerignore"))).contains(".git", "**/target");
  }

  @Test
  void itsScriptIsValidBecomesJavaAndOpensWhatTheCommandOpens() throws Exception {
    Path script = FOLDER.resolve("entrypoint.sh");
    Process check =
        new ProcessBuilder("sh", "-n", script.toString()).redirectErrorStream(true).start();
    assertThat(new String(check.getInputStream().readAllBytes())).isEmpty();
    assertThat(check.waitFor()).isZero();

    assertThat(text(script)).contains("\nexec java ");
    assertThat(opened(text(script))).containsAll(opened(text(ROOT.resolve("proteus"))));
  }

  private static List<String> opened(String script) {
    return OPENED.matcher(script).results().map((MatchResult found) -> found.group(1)).toList();
  }
}
