package io.proteus.lab.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A copy of this machine without Java, in which scripts run as root. It ends with the script.
 *
 * @param packages the folder that it has at {@code /packages}
 * @param folder where the copy is while a script runs
 */
record Machine(Path packages, Path folder) {
  private static final Path SCRIPTS = Path.of("src/test/resources/io/proteus/lab/packaging");
  private static final int MINUTES = 4;

  /** Runs a bash script that ends at its first failure, and returns what it printed. */
  List<String> run(String script) throws IOException, InterruptedException {
    Path copy = Files.createTempDirectory(folder, "machine");
    Path said = Files.createTempFile(folder, "said", ".txt");
    Process process =
        new ProcessBuilder(
                SCRIPTS.resolve("machine.sh").toAbsolutePath().toString(),
                packages.toString(),
                copy.toString())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try (var input = process.getOutputStream()) {
      String whole = Files.readString(SCRIPTS.resolve("functions.sh")) + script;
      input.write(whole.getBytes(StandardCharsets.UTF_8));
    }
    boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
    process.destroyForcibly();
    List<String> lines = Files.readAllLines(said);
    assertThat(ended).as("ended: %s", lines).isTrue();
    assertThat(process.exitValue()).as("%s", String.join("\n", lines)).isZero();
    return lines;
  }
}
