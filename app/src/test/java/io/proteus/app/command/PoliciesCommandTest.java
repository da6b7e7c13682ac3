package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.testkit.ManualClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoliciesCommandTest {
  private static final String OWN =
      """
      schema: proteus/policy/1
      name: pcm-wo
      title: my own for writes
      source: measured here
      workload: {class: WO, when: writes == 1 && !emptyTable}
      set:
        flushSize: 256 * MB
      """;

  @TempDir Path folder;
  private CommandLineUnderTest line;

  @BeforeEach
  void noClusterAtAll() {
    line = new CommandLineUnderTest(folder, new ManualClock(Instant.parse("2026-01-01T00:00:00Z")));
  }

  @Test
  void listsTheShippedOnes() {
    var done = line.run("policies", "list");

    assertThat(done.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(done.out())
        .containsPattern("pcm-bl +on +BL +writes == 1 && [(]emptyTable [|][|] inForce[)]")
        .containsPattern("hconfig-4 +off +BL")
        .contains("met-scan");
  }

  @Test
  void onesOwnReplacesAShippedOneOfItsName() throws IOException {
    Files.createDirectory(folder.resolve("policies"));
    Files.writeString(folder.resolve("policies/mine.yaml"), OWN);

    assertThat(line.run("policies", "list").out())
        .containsPattern("pcm-wo +on +WO .*my own for writes +mine.yaml")
        .contains("pcm-wm");
  }

  @Test
  void aDraftCountsOnceItIsAcceptedAndIsGoneOnceItIsRejected() throws IOException {
    own("policies/drafts", "pcm-wo.yaml", OWN);
    own("policies/drafts", "pcm-wm.yaml", OWN.replace("pcm-wo", "pcm-wm"));

    assertThat(line.run("policies", "list").out()).doesNotContain("my own for writes");
    assertThat(line.run("policies", "drafts").out()).contains("pcm-wo").contains("pcm-wm");
    var accepted = line.run("policies", "accept", "pcm-wo", "--reason", "the nightly load");
    assertThat(accepted.exitCode()).as(accepted.err()).isEqualTo(ExitCode.OK);
    assertThat(line.run("policies", "list").out())
        .containsPattern("pcm-wo +on +WO .*my own for writes +pcm-wo.yaml");
    assertThat(folder.resolve("policies/pcm-wo.yaml"))
        .content()
        .startsWith("# accepted by ")
        .contains("at 2026-01-01T00:00:00Z: the nightly load");
    assertThat(line.run("policies", "reject", "pcm-wm").exitCode()).isEqualTo(ExitCode.OK);
    assertThat(line.run("policies", "drafts").out()).contains("there are no drafts");
  }

  @Test
  void aDraftThatIsNotThereOrIsWrongIsAnErrorAndChangesNothing() throws IOException {
    assertThat(line.run("policies", "accept", "pcm-wo").err())
        .contains("accept: drafts lie beside policies of your own");
    own("policies/drafts", "pcm-wo.yaml", OWN.replace("flushSize", "flushSise"));
    own("policies", "pcm-wm.yaml", OWN.replace("pcm-wo", "another"));
    own("policies/drafts", "pcm-wm.yaml", OWN.replace("pcm-wo", "pcm-wm"));

    assertThat(line.run("policies", "accept", "pcm-ro").err())
        .contains("accept: want the name of a draft, got 'pcm-ro', maybe 'pcm-wo'.")
        .contains("There are: pcm-wm, pcm-wo.");
    assertThat(line.run("policies", "accept", "pcm-wo").err())
        .contains("drafts/pcm-wo.yaml:7: set.flushSise: there is no such parameter");
    assertThat(line.run("policies", "accept", "pcm-wm").err())
        .contains("got a file with another policy in it");
    assertThat(folder.resolve("policies/drafts/pcm-wm.yaml")).exists();
    assertThat(folder.resolve("policies/pcm-wo.yaml")).doesNotExist();
  }

  @Test
  void showsWhatAPolicyComesToOnNodesOfASize() {
    assertThat(line.run("policies", "show", "pcm-wo", "--memory", "8GB").out())
        .containsPattern("hbase.hregion.memstore.flush.size +640 MB +128 MB")
        .containsPattern("HBASE_HEAPSIZE +5 GB");
  }

  @Test
  void anUnknownPolicyIsAnErrorThatNamesTheNearestOne() {
    var done = line.run("policies", "show", "pcm-mixrww");

    assertThat(done.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(done.err())
        .contains("there is no policy 'pcm-mixrww', maybe 'pcm-mixrw'. There are: ");
  }

  @Test
  void checksAFileAndNamesFileLineAndKey() {
    line.file("good.yaml", OWN);
    line.file("bad.yaml", OWN.replace("flushSize", "flushSise"));
    line.file("heavy.yaml", OWN.replace("flushSize: 256 * MB", "memstoreShare: 0.5"));

    assertThat(line.run("policies", "check", "good.yaml").out())
        .contains("good.yaml: pcm-wo is right.");
    var bad = line.run("policies", "check", "bad.yaml");
    assertThat(bad.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(bad.err())
        .contains("bad.yaml:7: set.flushSise: there is no such parameter, maybe 'flushSize'.");
    assertThat(line.run("policies", "check", "heavy.yaml").err())
        .contains("heavy.yaml:7: set.memstoreShare: on a node with 4 GB: block cache 0.4 and")
        .contains("a server does not start so");
    assertThat(line.run("policies", "check", "none.yaml").err())
        .contains("none.yaml: there is no such file.");
  }

  private void own(String directory, String file, String text) throws IOException {
    Files.createDirectories(folder.resolve(directory));
    Files.writeString(folder.resolve(directory).resolve(file), text);
  }

  /** What is listed is what counts for whoever acts with that configuration. */
  @Test
  void theConfigurationSaysWhereOnesOwnAreAndWhichTakePart() throws IOException {
    own("ours", "mine.yaml", OWN);
    own("policies", "usual.yaml", OWN.replace("my own", "not meant"));
    line.configured("policies: {directory: ours, disabled: [pcm-wm], enabled: [hconfig-4]}\n");

    var listed = line.run("policies", "list");

    assertThat(listed.exitCode()).as(listed.err()).isEqualTo(ExitCode.OK);
    assertThat(listed.out())
        .containsPattern("pcm-wo +on +WO .*my own for writes +mine.yaml")
        .containsPattern("pcm-wm +off")
        .containsPattern("hconfig-4 +on")
        .doesNotContain("not meant");
    assertThat(line.run("policies", "show", "pcm-wo").out()).contains("my own for writes");
    assertThat(line.run("policies", "check").out()).contains("ours: all is right: pcm-wo.");
  }

  @Test
  void theCommandLineGoesBeforeTheConfiguration() throws IOException {
    own("ours", "mine.yaml", OWN);
    own("drafts", "draft.yaml", OWN.replace("my own", "a draft"));
    line.configured("policies: {directory: ours}\n");
    Files.move(folder.resolve("proteus.yaml"), folder.resolve("other.yaml"));

    assertThat(line.run("policies", "list", "-c", "other.yaml").out()).contains("my own");
    assertThat(line.run("policies", "list", "-c", "other.yaml", "--directory", "drafts").out())
        .contains("a draft")
        .doesNotContain("my own");
  }

  @Test
  void aUsualFolderThatTheConfigurationDoesNotNameIsSaidNotToCount() throws IOException {
    own("policies", "usual.yaml", OWN);
    line.configured("");

    var listed = line.run("policies", "list");

    assertThat(listed.out()).doesNotContain("my own");
    assertThat(listed.err()).contains("does not count").contains("policies.directory");
  }

  @Test
  void aFolderThatIsNotThereIsAnErrorThatNamesWhoNamesIt() {
    line.configured("policies: {directory: ours}\n");

    var configured = line.run("policies", "list");
    assertThat(configured.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(configured.err())
        .contains("policies.directory: want a folder with policies, got ")
        .contains("ours");
    assertThat(line.run("policies", "show", "pcm-wo", "--directory", "none").err())
        .contains("--directory: ")
        .contains("there is no such folder");
    assertThat(line.run("policies", "list", "-c", "none.yaml").err())
        .contains("none.yaml: there is no such file");
  }

  @Test
  void whatIsWrongInAnyFileIsToldByFileLineAndKey() throws IOException {
    own("ours", "a.yaml", OWN.replace("flushSize", "flushSise"));
    own("ours", "b.yaml", OWN.replace("writes == 1", "writes =="));
    Files.write(folder.resolve("ours/c.yaml"), new byte[] {(byte) 0xC3, (byte) 0x28});
    line.configured("policies: {directory: ours}\n");

    for (String command : List.of("list", "check")) {
      var done = line.run("policies", command);
      assertThat(done.exitCode()).as(command).isEqualTo(ExitCode.ERROR);
      assertThat(done.err())
          .contains("a.yaml:7: set.flushSise: there is no such parameter, maybe 'flushSize'.")
          .contains("b.yaml:5: workload.when:")
          .contains("c.yaml: want text in UTF-8");
    }
  }

  @Test
  void whatIsSaidOfTablesInTheWrongWayIsNamed() {
    line.configured("policies: {keys: [users=hexx]}\n");
    assertThat(line.run("policies", "list").err())
        .contains("proteus.yaml:6: policies.keys: want TABLE=hash, hex or decimal")
        .contains("got 'users=hexx'");

    line.configured("policies: {expected: [users=much]}\n");
    assertThat(line.run("policies", "list").err())
        .contains("proteus.yaml:6: policies.expected: want TABLE=SIZE")
        .contains("got 'users=much'");
  }

  @Test
  void aWrongKeyOfTheConfigurationIsToldWhateverElseIsWrongWithIt() {
    line.configured("policies: {directry: ours}\n");
    assertThat(line.run("policies", "list").err())
        .contains("proteus.yaml:6: policies.directry: there is no such setting.")
        .contains("policies.directory");

    // the setting points to `policies list` for the names, which has to answer all the same
    line.configured("configuration: {policy: policies}\npolicies: {disabled: [pcm-w]}\n");
    assertThat(line.run("policies", "list").out()).contains("pcm-wm");
  }

  @Test
  void checkWithoutAFileWantsPoliciesOfOnesOwn() throws IOException {
    assertThat(line.run("policies", "check").err()).contains("check: want a FILE");

    own("ours", "mine.yaml", OWN);
    line.configured("policies: {directory: ours, disabled: [pcm-w]}\n");
    assertThat(line.run("policies", "check").err())
        .contains("policies.disabled: want names of policies, got 'pcm-w', maybe 'pcm-wm'");
  }
}
