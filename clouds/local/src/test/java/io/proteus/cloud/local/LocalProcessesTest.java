package io.proteus.cloud.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.proteus.core.port.PortException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class LocalProcessesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  @TempDir Path directory;
  private LocalProcesses processes;

  @BeforeEach
  void open() throws PortException {
    processes = LocalProcesses.in(directory, ProcFs.ofThisMachine(), null);
  }

  @AfterEach
  void endAll() throws PortException {
    processes.stop(names(processes), Duration.ZERO, name -> {});
    processes.stopStrays(Duration.ZERO, name -> {});
  }

  @Test
  void whatOneProteusStartedAnotherOneFindsAndEnds() throws PortException {
    ProcessIdentity started = processes.start(sleep("a")).living();

    LocalProcesses other = LocalProcesses.in(directory, ProcFs.ofThisMachine(), null);
    assertThat(other.all()).extracting(LocalProcess::living).containsExactly(started);
    other.stop(List.of("a"), PATIENCE, name -> {});

    assertThat(other.all()).isEmpty();
    assertThat(ProcFs.ofThisMachine().isAlive(started)).isFalse();
  }

  @Test
  void aProcessHasAStartForAsLongAsItLives() throws PortException {
    Instant before = Instant.now();
    ProcessIdentity started = processes.start(sleep("a")).living();

    // the kernel counts in ticks, and the second of its boot is a whole one
    assertThat(processes.startOf(started).orElseThrow())
        .isBetween(before.minusSeconds(2), Instant.now().plusSeconds(2));
    processes.stop(List.of("a"), PATIENCE, name -> {});
    assertThat(processes.startOf(started)).isEmpty();
  }

  @Test
  void whatWasStartedButNotWrittenDownIsFoundByItsMarker() throws Exception {
    ProcessIdentity started = processes.start(sleep("a")).living();
    // as if Proteus had been killed right after the start: only the intent is there
    registry().intend(sleep("a"));

    assertThat(processes.strays()).extracting(LocalProcess::living).containsExactly(started);
    List<String> ended = new ArrayList<>();
    processes.stopStrays(PATIENCE, ended::add);

    assertThat(ended).containsExactly("a");
    assertThat(processes.strays()).isEmpty();
    assertThat(processes.all()).isEmpty();
  }

  @Test
  void aProcessThatSomebodyElseStartedIsAdoptedAndEndsWithTheOthers() throws Exception {
    Process others = new ProcessBuilder("sleep", "600").start();
    try {
      processes.adopt(sleep("a"), others.pid());

      assertThat(processes.find("a").orElseThrow().isAlive()).isTrue();
      assertThatThrownBy(() -> processes.adopt(sleep("a"), ProcessHandle.current().pid()))
          .isInstanceOf(PortException.class)
          .hasMessageContaining("running already (process %d)".formatted(others.pid()));
      processes.stop(List.of("a"), PATIENCE, name -> {});
      assertThat(others.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("it ends").isTrue();
      assertThatThrownBy(() -> processes.adopt(sleep("a"), others.pid()))
          .isInstanceOf(PortException.class)
          .hasMessageContaining("has ended");
    } finally {
      others.destroyForcibly();
    }
  }

  @Test
  void theMarkerIsEnoughWhenTheWholeDirectoryWasDeleted() throws Exception {
    ProcessIdentity started = processes.start(sleep("a")).living();
    registry().forget("a");

    assertThat(processes.strays()).extracting(LocalProcess::living).containsExactly(started);
  }

  @Test
  void aDirectoryWhoseNameBeginsLikeAnothersDoesNotClaimItsProcesses() throws Exception {
    Path neighbour = Path.of(directory + "-2");
    Files.createDirectories(neighbour);
    LocalProcesses others = LocalProcesses.in(neighbour, ProcFs.ofThisMachine(), null);
    others.start(sleep("a"));
    try {
      assertThat(processes.strays()).isEmpty();
    } finally {
      others.stop(List.of("a"), Duration.ZERO, name -> {});
      Files.delete(neighbour);
    }
  }

  @Test
  void aProcessThatGotTheSameNumberLaterIsNotTouched() throws Exception {
    ProcessIdentity mine = processes.start(sleep("mine")).living();
    var earlier = new ProcessIdentity(mine.pid(), mine.startTicks() - 1, mine.bootId());
    registry().started(sleep("dead"), earlier);

    assertThat(processes.find("dead").orElseThrow().isAlive()).isFalse();
    processes.stop(List.of("dead"), PATIENCE, name -> {});
    processes.kill("dead");

    assertThat(ProcFs.ofThisMachine().isAlive(mine)).isTrue();
  }

  @Test
  void aProcessOfAnEarlierBootIsNotTouched() throws Exception {
    ProcessIdentity mine = processes.start(sleep("mine")).living();
    registry().started(sleep("dead"), new ProcessIdentity(mine.pid(), mine.startTicks(), "other"));

    processes.stop(List.of("dead"), PATIENCE, name -> {});

    assertThat(ProcFs.ofThisMachine().isAlive(mine)).isTrue();
  }

  @Test
  void whoDoesNotListenIsKilled() throws Exception {
    processes.start(
        spec("deaf", "sh", "-c", "trap '' TERM; echo ready; while :; do sleep 1; done"));
    await().until(() -> Files.readString(log("deaf")).contains("ready"));

    processes.stop(List.of("deaf"), Duration.ofMillis(300), name -> {});

    assertThat(processes.all()).isEmpty();
    // its child got no signal but carries the marker
    processes.stopStrays(PATIENCE, name -> {});
    assertThat(processes.strays()).isEmpty();
  }

  @Test
  @Timeout(60)
  void whoDoesNotListenIsKilledAtOnceWhenThereIsNoTimeLeft() throws Exception {
    processes.start(
        spec("deaf", "sh", "-c", "trap '' TERM; echo ready; while :; do sleep 1; done"));
    await().until(() -> Files.readString(log("deaf")).contains("ready"));

    processes.stop(List.of("deaf"), Duration.ofMinutes(10), () -> true, name -> {});

    assertThat(processes.all()).isEmpty();
    processes.stopStrays(PATIENCE, name -> {});
  }

  @Test
  void aKilledProcessStaysKnownAsDead() throws PortException {
    processes.start(sleep("a"));

    processes.kill("a");

    assertThat(processes.find("a").orElseThrow().isAlive()).isFalse();
  }

  @Test
  void aNameIsRunOnlyOnceAtATime() throws PortException {
    long pid = processes.start(sleep("a")).living().pid();

    assertThatThrownBy(() -> processes.start(sleep("a")))
        .isInstanceOf(PortException.class)
        .hasMessage("a: is running already (process %d).", pid);
  }

  @Test
  void aProcessHasItsOwnSessionSoThatCtrlCDoesNotReachIt() throws Exception {
    long pid = processes.start(sleep("a")).living().pid();

    await()
        .untilAsserted(
            () -> {
              String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
              String session = stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3];
              assertThat(session).isEqualTo(Long.toString(pid));
            });
  }

  @Test
  void whatAProcessPrintsIsAppendedToItsLog() throws Exception {
    processes.start(spec("a", "sh", "-c", "echo one; echo two >&2; sleep 0.5"));
    await().until(() -> !processes.find("a").orElseThrow().isAlive());
    processes.start(spec("a", "sh", "-c", "echo three; sleep 0.5"));

    await().untilAsserted(() -> assertThat(log("a")).hasContent("one\ntwo\nthree"));
  }

  @Test
  void stoppingWhatHasEndedOrIsUnknownDoesNoHarm() throws Exception {
    processes.start(spec("a", "sleep", "0.5"));
    await().until(() -> !processes.find("a").orElseThrow().isAlive());

    processes.stop(List.of("a", "never-started"), PATIENCE, name -> {});

    assertThat(processes.all()).isEmpty();
  }

  @Test
  void aMachineWithoutControlGroupsRunsUncappedAndSaysSo() throws PortException {
    Capping capping = processes.cap("a", ResourceCap.ofCores(0.22));

    assertThat(capping.holds()).isFalse();
    assertThat(capping)
        .hasToString(
            "a: wanted 22 % of a core, runs uncapped: this machine has no CPU control groups for us");
    assertThat(processes.start(sleep("a")).isAlive()).isTrue();
  }

  @Test
  void aDirectoryThatCannotBeMadeIsNamed() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    LocalProcesses inside = LocalProcesses.in(file.resolve("state"));

    assertThatThrownBy(() -> inside.start(sleep("a")))
        .isInstanceOf(PortException.class)
        .hasMessageContaining(file.resolve("state").toString())
        .hasMessageContaining("cannot be written");
  }

  @Test
  void lookingAtADirectoryDoesNotMakeIt() throws Exception {
    Path absent = directory.resolve("absent/state");

    LocalProcesses none = LocalProcesses.in(absent);

    assertThat(none.all()).isEmpty();
    assertThat(none.strays()).isEmpty();
    assertThat(absent.getParent()).doesNotExist();
  }

  @Test
  void aDirectoryReachedThroughALinkIsTheSame() throws Exception {
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory);
    processes.start(sleep("a"));

    assertThat(LocalProcesses.in(link).all()).hasSize(1);
    registry().forget("a");
    assertThat(LocalProcesses.in(link).strays()).hasSize(1);
  }

  private ProcessRegistry registry() throws IOException {
    return new ProcessRegistry(directory.toRealPath(), new ObjectMapper(), ProcFs.ofThisMachine());
  }

  private ProcessSpec sleep(String name) {
    return spec(name, "sleep", "300");
  }

  private ProcessSpec spec(String name, String... command) {
    return new ProcessSpec(name, List.of(command), Map.of(), directory, log(name), name);
  }

  private Path log(String name) {
    return directory.resolve(name + ".out");
  }

  private static List<String> names(LocalProcesses processes) throws PortException {
    return processes.all().stream().map(LocalProcess::name).toList();
  }
}
