package io.proteus.deployment.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {
  @TempDir Path root;
  private ServerJars jars;
  private ClassArchive archive;

  @BeforeEach
  void cluster() throws IOException {
    Files.createDirectories(root.resolve("cluster/classes"));
    jars = new ServerJars(List.of("/lib/*"), List.of(), root.resolve("archives").toString());
    archive = new ClassArchive(new Layout(root.resolve("cluster")), jars);
  }

  @Test
  void theFirstStartRecordsOneDaemonOfEachKind() {
    assertThat(archive.options("rs1"))
        .containsExactly("-XX:DumpLoadedClassList=" + root.resolve("cluster/classes/rs1.list"));
    assertThat(archive.options("rs2")).isEmpty();
    assertThat(archive.canBeMade()).isFalse();
  }

  @Test
  void whatWasRecordedIsKeptForTheNextStartOfAnyClusterOnTheseJars() throws Exception {
    list("rs1", "# comment\na/A id: 1\nio/proteus/Ours\nb/B\ncut/Of");
    list("master", "a/A id: 1\nc/C\n");

    archive.keepLists();

    ClassArchive others = new ClassArchive(new Layout(root.resolve("other")), jars);
    assertThat(others.canBeMade()).isTrue();
    assertThat(files("classes.list")).hasSize(1);
    assertThat(files("classes.list").get(0)).hasContent("a/A id: 1\nc/C\nb/B\n");
  }

  @Test
  void onceMadeItIsUsedByEveryDaemon() throws Exception {
    list("rs1", "a/A\n");
    archive.keepLists();
    Files.createFile(draft());

    assertThat(archive.finish(true)).isTrue();

    assertThat(archive.canBeMade()).isFalse();
    assertThat(archive.options("rs2"))
        .containsExactly("-XX:SharedArchiveFile=" + files("classes.jsa").get(0));
  }

  @Test
  void whatCouldNotBeMadeIsNotTriedAgainFromTheSameRecords() throws Exception {
    list("rs1", "a/A\n");
    archive.keepLists();

    assertThat(archive.finish(true)).isFalse();

    assertThat(archive.canBeMade()).isFalse();
  }

  @Test
  void halfOfAnArchiveIsNotUsed() throws Exception {
    list("rs1", "a/A\n");
    archive.keepLists();
    Files.createFile(draft());

    assertThat(archive.finish(false)).isFalse();

    assertThat(files("jsa")).isEmpty();
  }

  private Path draft() {
    String option = archive.dumpOptions().get(2);
    return Path.of(option.substring(option.indexOf('=') + 1));
  }

  private void list(String daemon, String text) throws IOException {
    Files.writeString(root.resolve("cluster/classes").resolve(daemon + ".list"), text);
  }

  private List<Path> files(String part) throws IOException {
    try (Stream<Path> files = Files.walk(root.resolve("archives"))) {
      return files.filter(file -> file.getFileName().toString().contains(part)).toList();
    }
  }
}
