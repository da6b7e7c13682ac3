package io.proteus.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
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
  private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

  @TempDir private Path folder;
  private Path java;
  private String built;
  private String laboratory;

  @BeforeEach
  void aProteusThatIsBuilt() throws IOException {
    java = folder.resolve("jdk");
    executable(java.resolve("bin/java"), "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    Files.writeString(java.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
    // with blanks, as people have them, and more
    Path home = Files.createDirectory(folder.resolve("home [of] mine")).toRealPath();
    built = "%s/app.jar:%s/core.jar".formatted(home, home);
    laboratory = "%s:%s/lab.jar".formatted(built, home);
    executable(home.resolve("proteus"), Files.readString(ROOT.resolve("proteus")));
    shared(home.resolve("packaging"));
    file(home.resolve("app/target/class.path"), built + "\n");
    file(home.resolve("lab/target/class.path"), laboratory + "\n");
    Files.createDirectories(home.resolve("lab/target/lib"));
    Files.createFile(home.resolve("lab/target/built"));
  }

  /** What the launchers of checkout and package have in common. */
  private static void shared(Path to) throws IOException {
    for (String name : List.of("launch", "java.options")) {
      file(to.resolve(name), Files.readString(ROOT.resolve("packaging").resolve(name)));
    }
  }

  private static void file(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
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
    return printed(script, List.of(command), environment);
  }

  private List<String> printed(Path script, List<String> command, Map<String, String> environment)
      throws Exception {
    List<String> line = new ArrayList<>(List.of(script.toString()));
    line.addAll(command);
    ProcessBuilder process = new ProcessBuilder(line).redirectErrorStream(true);
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

  /** A copy would run the code of the folder that it was copied from, or none. */
  @Test
  void aCheckoutThatWasMovedIsBuiltAnew() throws Exception {
    Path moved = folder.resolve("moved");
    Files.move(folder.resolve("home [of] mine"), moved);
    executable(java.resolve("bin/mvn"), "#!/bin/sh\necho '[ERROR] built anew'\nexit 1\n");

    List<String> printed = printed(moved.resolve("proteus"), "version", Map.of());

    assertThat(printed)
        .startsWith("proteus: building, the first time takes about a minute")
        .contains("[ERROR] built anew");
  }

  @Test
  void theCommandTakesJarsOfOnesOwnBehindItsOwn() throws Exception {
    Path script = folder.resolve("home [of] mine/proteus");

    assertThat(classPath(script, Map.of())).isEqualTo(built);
    assertThat(classPath(script, Map.of("PROTEUS_CLASSPATH", MINE))).isEqualTo(built + ":" + MINE);
  }

  @Test
  void anArchiveOfClassesIsUsedWhereThereIsOneForThisJava() throws Exception {
    Path script = folder.resolve("home [of] mine/proteus");
    Path target = script.toRealPath().resolveSibling("app/target");
    Files.createFile(target.resolve("classes-21.0.2.jsa"));

    assertThat(printed(script, "version", Map.of())).noneMatch(it -> it.contains("Shared"));

    Path archive = Files.createFile(target.resolve("classes-17.0.1.jsa"));
    assertThat(printed(script, "version", Map.of()))
        .contains("-XX:SharedArchiveFile=" + archive)
        .contains("@" + script.toRealPath().resolveSibling("packaging/java.options"));
  }

  /** With the second compiler a plan for 5,000 nodes takes less, and one for 500 twice as long. */
  @Test
  void largeObservationsAreReadWithAllCompilers() throws Exception {
    Path script = folder.resolve("home [of] mine/proteus");
    String large = observation("large.json", (200L << 20) + 512);
    String small = observation("small.json", 200L << 20);

    for (List<String> options : List.of(List.of("--from", large), List.of("--from=" + large))) {
      assertThat(printed(script, plan(options), Map.of())).doesNotContain(FIRST_COMPILER);
    }
    for (List<String> options :
        List.of(
            List.of("--from", small),
            List.of("--from=" + small),
            List.of("--from"),
            List.of("--from", large + ".missing"),
            List.of("--save", large))) {
      assertThat(printed(script, plan(options), Map.of())).contains(FIRST_COMPILER);
    }
  }

  private static List<String> plan(List<String> options) {
    List<String> words = new ArrayList<>(List.of("plan"));
    words.addAll(options);
    return words;
  }

  /** A file that says to be so large, and takes no room. */
  private String observation(String name, long bytes) throws IOException {
    Path file = folder.resolve(name);
    try (RandomAccessFile sized = new RandomAccessFile(file.toFile(), "rw")) {
      sized.setLength(bytes);
    }
    return file.toString();
  }

  /** One that is of other jars or another Java must not be more than slow. */
  @Test
  void anArchiveThatDoesNotFitIsLeftAside() throws Exception {
    assertThat(Files.readString(ROOT.resolve("packaging/java.options")))
        .contains("-Xshare:auto\n", "-Xlog:cds*=off\n")
        .doesNotContain("-Xshare:on");
  }

  @ParameterizedTest
  @ValueSource(strings = {"experiment", "demo", "local", "tune", "--help"})
  void theLaboratoryIsOnTheClassPathOfItsOwnCommandsAlone(String command) throws Exception {
    Path script = folder.resolve("home [of] mine/proteus");

    assertThat(classPath(script, command, Map.of())).isEqualTo(laboratory);
    assertThat(classPath(script, "serve", Map.of())).isEqualTo(built);
  }

  @Test
  void aPackageDoesToo() throws Exception {
    Path home = folder.resolve("package");
    Path script = home.resolve("bin/proteus");
    executable(script, Files.readString(ROOT.resolve("packaging/launcher")));
    executable(home.resolve("runtime/bin/java"), Files.readString(java.resolve("bin/java")));
    shared(home.resolve("lib"));
    file(home.resolve("lib/class.path"), "/proc/self/fd/9/lib/app.jar\n");
    Path link = Files.createSymbolicLink(folder.resolve("proteus"), script);

    assertThat(classPath(link, Map.of())).isEqualTo("/proc/self/fd/9/lib/app.jar");
    assertThat(classPath(link, Map.of("PROTEUS_CLASSPATH", MINE)))
        .isEqualTo("/proc/self/fd/9/lib/app.jar:" + MINE);

    file(home.resolve("lab/class.path"), "/proc/self/fd/9/lab/lab.jar\n");
    assertThat(classPath(link, "demo", Map.of()))
        .isEqualTo("/proc/self/fd/9/lib/app.jar:/proc/self/fd/9/lab/lab.jar");
    assertThat(classPath(link, "serve", Map.of())).isEqualTo("/proc/self/fd/9/lib/app.jar");
  }
}
