package io.proteus.lab.bulkload;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.testkit.ManualClock;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BulkLoadExperimentCommandTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--configurations default,hconfig9|--configurations: want some of [default, presplit,",
        "--rows 300000,10|--rows: want 1,000 or more rows",
        "--repeats 0|--repeats: want 1 or more",
        "--fields 0|--fields, --threads, --warm-up-rows: want 1..100",
        "--row-size 9MB|--row-size: want a byte for each of 1 fields, and 8 MB at most, got 9 MB",
        "--row-size 2B --fields 3|--row-size: want a byte for each of 3 fields",
        "--client-buffer much|want a number with a unit",
        "--region-servers 1|--region-servers: want 2 or more"
      })
  void anExperimentThatCannotBeIsRefusedBeforeAClusterIsStarted(String options, String message) {
    Outcome refused =
        new CommandLineUnderTest(folder, ManualClock.start())
            .run(("experiment bulk-load " + options).split(" "));

    assertThat(refused.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(refused.err()).contains(message);
  }
}
