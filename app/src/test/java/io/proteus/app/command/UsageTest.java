package io.proteus.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.app.ExitCode;
import io.proteus.app.command.CommandLineUnderTest.Outcome;
import io.proteus.core.port.PortException;
import io.proteus.testkit.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {
  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "watch",
        "plan",
        "history",
        "serve",
        "token",
        "token add",
        "bulk-load",
        "bulk-load plan",
        "bulk-load prepare",
        "bulk-load finish",
        "init",
        "local",
        "local up",
        "local down",
        "simulate",
        "experiment",
        "experiment elasticity",
        "experiment papers",
        "experiment bulk-load",
        "experiment loads",
        "experiment faults",
        "local status",
        "version"
      })
  void helpSaysExitCodesAndFitsAScreen(String command) {
    Outcome help = proteus().run((command + " --help").strip().split(" "));

    assertThat(help.exitCode()).isZero();
    assertThat(help.out()).startsWith("Usage: proteus").contains("Exit codes:");
    assertThat(help.out().lines()).hasSizeLessThan(60).allMatch(line -> line.length() <= 100);
    assertThat(help.err()).isEmpty();
  }

  @Test
  void aMistypedCommandIsToldTheNearestOne() {
    Outcome wrong = proteus().run("wacth");

    assertThat(wrong.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(wrong.err()).contains("'wacth'").contains("--help");
  }

  @Test
  void withoutAClusterTheNextMovesAreListed() {
    Outcome lost = proteus().run("plan");

    assertThat(lost.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(lost.err()).contains("--zookeeper").contains("proteus init");
  }

  @Test
  void anUnknownSettingIsAnErrorWithTheNearestKnownOne() {
    Outcome wrong = proteus().configured("guards:\n  cooldwon: 5m\n").run("watch", "--once");

    assertThat(wrong.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(wrong.err()).contains("guards.cooldwon").contains("guards.cooldown");
  }

  @Test
  void aProfileOverTheHeapLimitIsRefusedBeforeAnythingIsReached() {
    Outcome wrong =
        proteus()
            .configured("met:\n  profiles:\n    read: {readCache: 0.7, writeBuffer: 0.3}\n")
            .run("plan");

    assertThat(wrong.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(wrong.err()).contains("met.profiles.read").contains("met.memoryLimit");
  }

  @Test
  void aClusterThatIsNotThereIsOneSentenceWithoutAStackTrace() {
    Outcome unreachable =
        proteus()
            .reachedBy(
                configuration -> {
                  throw new PortException("No ZooKeeper answers at zk1:2181 within 6 s.");
                })
            .run("watch", "-z", "zk1");

    assertThat(unreachable.exitCode()).isEqualTo(ExitCode.ERROR);
    assertThat(unreachable.err())
        .isEqualTo("proteus: No ZooKeeper answers at zk1:2181 within 6 s.\n");
  }

  @Test
  void theUnexpectedIsOneLineAndDebugShowsWhereItCameFrom() {
    CommandLineUnderTest broken =
        proteus()
            .reachedBy(
                configuration -> {
                  throw new IllegalStateException("broken");
                });

    assertThat(broken.run("watch", "-z", "zk1").err()).hasLineCount(1).contains("broken");
    assertThat(broken.run("watch", "-z", "zk1", "--debug").err()).contains("\tat io.proteus");
  }

  @Test
  void aFileAndAZooKeeperTogetherAreWrongUsage() {
    assertThat(proteus().run("plan", "-z", "zk1", "-c", "a.yaml").exitCode())
        .isEqualTo(ExitCode.USAGE);
    assertThat(proteus().run("plan", "-z", "zk1", "--interval", "soon").err())
        .contains("want a time such as");
  }

  @Test
  void initWritesATemplateAndAsksBeforeItOverwrites() throws Exception {
    Outcome first = proteus().run("init");
    Files.writeString(folder.resolve("proteus.yaml"), "mine");

    assertThat(first.exitCode()).isZero();
    assertThat(proteus().run("init").err()).contains("--yes overwrites");
    assertThat(proteus().answering("n\n").run("init").exitCode()).isEqualTo(ExitCode.DECLINED);
    assertThat(Files.readString(folder.resolve("proteus.yaml"))).isEqualTo("mine");
    assertThat(proteus().answering("y\n").run("init").exitCode()).isZero();
    assertThat(Files.readString(folder.resolve("proteus.yaml"))).contains("zookeeper:");
  }

  private CommandLineUnderTest proteus() {
    return new CommandLineUnderTest(folder, ManualClock.start());
  }
}
