package io.proteus.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the scripts start Java with, told by a Java that only prints what it was given. */
class ScriptsTest {
  private static final Path ROOT = Path.of("..");
  private static final String MINE = "/opt/mine/partitioner.jar";

  @TempDir private Path folder;
  private Path java;

  @BeforeEach
  void aProteusThatIsBuilt() throws IOException {
    java = folder.resolve("jdk");
    executable(java.resolve("bin/java"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    Files.writeString(java.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    executable(folder.resolve("home/proteus"), Files.readString(ROOT.resolve("proteus")));
    Files.createDirectories(folder.resolve("home/app/target/lib"));
    Files.createDirectories(folder.resolve("home/lab/target/lib"));
    Files.createFile(folder.resolve("home/lab/target/built"));
  }

  private static void executable(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /** The class path that Java is given. */
  private String classPath(Path script, Map<String, String> environment) throws Exception {
    return classPath(script, "version", environment);
  }

  private String classPath(Path script, String command, Map<String, String> environment)
      throws Exception {
    List<String> printed = printed(script, command, environment);
    assertThat(printed).contains("-cp", "io.proteus.app.Proteus", command);
    return printed.get(printed.indexOf("-cp") + 1);
  }

  private List<String> printed(Path script, String command, Map<String, String> environment)
      throws Exception {
    ProcessBuilder process =
        new ProcessBuilder(script.toString(), command).redirectErrorStream(true);
    process.environment().put("JAVA_HOME", java.toString());
    process.environment().put("PATH", java.resolve("bin") + ":" + System.getenv("PATH"));
    process.environment().remove("PROTEUS_CLASSPATH");
    process.environment().putAll(environment);
    Process started = process.start();
    List<String> printed = new String(started.getInputStream().readAllBytes()).lines().toList();
    assertThat(started.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return printed;
  }

  /** As a service's user, or in a sandbox; a file in the folder's place stops root too. */
  @Test
  void whereItCannotBeBuiltItSaysWhoShould() throws Exception {
    Path unwritable = folder.resolve("other/proteus");
    executable(unwritable, Files.readString(ROOT.resolve("proteus")));
    Files.createFile(unwritable.resolveSibling("lab"));

    List<String> printed = printed(unwritable, "version", Map.of());

    assertThat(printed)
        .singleElement()
        .asString()
        .startsWith("proteus: it is not built, or its sources are newer")
        .endsWith("/proteus version as its owner.");
  }

  @Test
  void theCommandTakesJarsOfOnesOwnBehindItsOwn() throws Exception {
    Path script = folder.resolve("home/proteus");
    String own =
        "%1$s/app/target/classes:%1$s/app/target/lib/*".formatted(script.toRealPath().getParent());

    assertThat(classPath(script, Map.of())).isEqualTo(own);
    assertThat(classPath(script, Map.of("PROTEUS_CLASSPATH", MINE))).isEqualTo(own + ":" + MINE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"experiment", "demo", "local", "tune", "--help"})
  void theLaboratoryIsOnTheClassPathOfItsOwnCommandsAlone(String command) throws Exception {
    Path script = folder.resolve("home/proteus");
    Path home = script.toRealPath().getParent();

    assertThat(classPath(script, command, Map.of()))
        .isEqualTo("%1$s/lab/target/classes:%1$s/lab/target/lib/*".formatted(home));
    assertThat(classPath(script, "serve", Map.of())).doesNotContain("/lab/");
  }

  @Test
  void theContainerDoesToo() throws Exception {
    Path script = ROOT.resolve("packaging/container/entrypoint.sh").toAbsolutePath();
    String own = "/opt/proteus/app/target/classes:/opt/proteus/app/target/lib/*";

    assertThat(classPath(script, Map.of())).isEqualTo(own);
    assertThat(classPath(script, Map.of("PROTEUS_CLASSPATH", MINE))).isEqualTo(own + ":" + MINE);
  }
}
