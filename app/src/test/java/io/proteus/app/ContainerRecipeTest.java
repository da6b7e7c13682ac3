package io.proteus.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What can be checked of the container by its text; {@code PackagesIT} carries the recipe out. */
class ContainerRecipeTest {
  private static final Path ROOT = Path.of("..");
  private static final Path FOLDER = ROOT.resolve("packaging/container");

  private static String text(Path file) throws Exception {
    return Files.readString(file);
  }

  @Test
  void itRunsAsNobodyFromPinnedImagesAndEndsBySigterm() throws Exception {
    List<String> lines = text(FOLDER.resolve("Dockerfile")).lines().toList();

    assertThat(lines.stream().filter(line -> line.startsWith("FROM ")))
        .singleElement()
        .matches(line -> line.matches("FROM \\S+:[0-9]\\S*"), "a version, not latest");
    List<String> users = lines.stream().filter(line -> line.startsWith("USER ")).toList();
    assertThat(users).containsExactly("USER 10001:10001");
    assertThat(lines.indexOf("USER 10001:10001"))
        .isLessThan(lines.indexOf("ENTRYPOINT [\"/usr/bin/proteus\"]"));
    assertThat(lines).contains("STOPSIGNAL SIGTERM");
    assertThat(lines).noneMatch(line -> line.contains("sudo"));
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
  void itsHealthCheckIsAValidScript() throws Exception {
    Path script = FOLDER.resolve("healthy");
    Process check =
        new ProcessBuilder("bash", "-n", script.toString()).redirectErrorStream(true).start();

    assertThat(new String(check.getInputStream().readAllBytes())).isEmpty();
    assertThat(check.waitFor()).isZero();
    assertThat(script).isExecutable();
    assertThat(text(FOLDER.resolve("Dockerfile"))).contains("CMD [\"/opt/proteus/share/healthy\"]");
  }
}
