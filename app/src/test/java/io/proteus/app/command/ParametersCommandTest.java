package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParametersCommandTest {
  @TempDir Path folder;
  private CommandLineUnderTest line;

  @BeforeEach
  void threeServersOneOfThemSilent() {
    ManualClock clock = new ManualClock(Instant.parse("2026-01-01T00:00:00Z"));
    line =
        new CommandLineUnderTest(folder, clock)
            .configured("")
            .on(InMemoryCluster.cluster().clock(clock).node("rs1:16020").build())
            .set(
                new FixedSettings()
                    .server("rs1:16020", 4096, "hfile.block.cache.size", "0.25")
                    .server("rs2:16020", 1024)
                    .unreadable("rs3:16020", "nothing answers at http://rs3:16030")
                    .table(
                        "usertable",
                        Map.of("DURABILITY", "SKIP_WAL"),
                        Map.of("BLOCKSIZE", "32768")));
  }

  @Test
  void showsWhatIsSetBesideTheDefaultAndWhatIsRecommended() {
    var done = line.run("parameters", "--changed");

    assertThat(done.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(done.out())
        .containsPattern("hfile.block.cache.size +0.25 +0.4 +- +hbase-site.xml +rs1:16020")
        .containsPattern(
            "hbase.hregion.memstore.flush.size +128 MB +128 MB +512 MB +built in +rs1:16020")
        .containsPattern("DURABILITY +SKIP_WAL +USE_DEFAULT")
        .contains("rs3:16020 does not tell: nothing answers at http://rs3:16030")
        .doesNotContain("hbase.regionserver.handler.count");
  }

  @Test
  void flagsWhatContradicts() {
    assertThat(line.run("parameters").out())
        .contains("warning heap-without-flush on rs1:16020: a heap of 4 GB")
        .contains("error writes-not-logged on usertable.f: ");
    assertThat(line.run("parameters").out().lines().filter(shown -> shown.contains("rs3:16020")))
        .as("one line for a server that does not tell")
        .hasSize(1);
  }

  @Test
  void showsWhatCountsForATableAlone() {
    assertThat(line.run("parameters", "--table", "usertable").out())
        .containsPattern("BLOCKSIZE +32 KB +64 KB")
        .contains("column family f")
        .doesNotContain("hbase.regionserver.handler.count")
        .doesNotContain("heap-without-flush");
  }

  @Test
  void aTableIsFoundByWhicheverOfItsNames() {
    assertThat(line.run("parameters", "--table", "default:usertable").out())
        .isEqualTo(line.run("parameters", "--table", "usertable").out());
  }

  @Test
  void withoutALiveServerItSaysSoAndNotThatAllIsAtItsDefault() {
    line.set(
        new FixedSettings()
            .table("usertable", Map.of("DURABILITY", "SKIP_WAL"), Map.of("BLOCKSIZE", "32768")));

    assertThat(line.run("parameters", "--table", "usertable").out())
        .contains("Nothing to show: no RegionServer is live")
        .doesNotContain("default")
        .doesNotContain("Nothing contradicts");
  }

  @Test
  void showsWhatAPolicyWouldSetBesideWhatIsSet() {
    assertThat(line.run("parameters", "--policy", "pcm-wo", "--changed").out())
        .containsPattern("hfile.block.cache.size +0.25 +0.4 +0.1 ")
        .containsPattern("hbase.hstore.compaction.min +3 +3 +12 ");
    assertThat(line.run("parameters", "--policy", "pcm-woo").err())
        .contains("--policy: there is no policy 'pcm-woo', maybe 'pcm-wo'.");
  }

  @Test
  void showsOneServerAlone() {
    assertThat(line.run("parameters", "--server", "rs2:16020").out())
        .contains("hbase.regionserver.handler.count")
        .doesNotContain("rs1:16020")
        .doesNotContain("rs3:16020");
  }

  @Test
  void anUnknownTableOrServerIsAnErrorThatNamesTheNearestOne() {
    var table = line.run("parameters", "--table", "usertabel");
    var server = line.run("parameters", "--server", "rs9:16020");

    assertThat(table.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(table.err())
        .contains(
            "--table: there is no table 'usertabel', maybe 'usertable'. There are: usertable.");
    assertThat(server.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(server.err()).contains("--server: there is no RegionServer 'rs9:16020', maybe 'rs1");
  }

  @Test
  void theJsonIsAsItsSchemaSays() throws Exception {
    var whole = line.run("parameters", "--json");

    assertThat(whole.exitCode()).isEqualTo(ExitCode.OK);
    Schemas.assertValid("parameters", whole.out());
    Schemas.assertValid(
        "parameters", line.run("parameters", "--json", "--table", "usertable").out());
    assertThat(whole.out())
        .contains("\"unread\"", "\"heap-without-flush\"", "\"default\" : \"0.4\"");
  }
}
