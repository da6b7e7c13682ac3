package io.proteus.app.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.proteus.controller.configuration.Configuration;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.StopSignal;
import io.proteus.core.port.PortException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster that cannot be reached. */
class AttendanceTest {
  private static final Duration AT_MOST = Duration.ofSeconds(11);

  @TempDir private Path folder;

  private final SetClock time = new SetClock();
  private final StopSignal stop = new StopSignal();
  private final List<Boolean> alive = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  /** Tries so often and is then ended; how long that took. */
  private Duration attempts(int count, Runnable meanwhile) throws Exception {
    Configuration configuration = DaemonUnderTest.configuration(folder, "");
    Desk desk = Desk.open(configuration, configuration.monitor(), time, new Metrics(), stop);
    Instant began = time.steady().now();
    try (Attendance attendance =
        new Attendance(
            desk,
            () -> {
              alive.add(desk.health().alive().isUp());
              meanwhile.run();
              if (alive.size() == count) {
                stop.request();
              }
              throw new PortException("No ZooKeeper answers at localhost:2181");
            },
            configuration.monitor(),
            time,
            Progress.UNSEEN,
            stop)) {
      attendance.attend("the test", cycle -> {}, remarks::add);
    }
    return Duration.between(began, time.steady().now());
  }

  @Test
  void whileItIsTriedAgainAndAgainTheLoopIsAlive() throws Exception {
    Duration took = attempts(200, () -> {});

    assertThat(took).isGreaterThan(Duration.ofMinutes(20));
    assertThat(alive).hasSize(200).doesNotContain(false);
    assertThat(remarks)
        .containsExactly(
            "shop cannot be attended to, and is tried again every 10 s:"
                + " No ZooKeeper answers at localhost:2181");
  }

  @Test
  void aClockThatIsSetBackDelaysNoAttempt() throws Exception {
    Duration took = attempts(4, () -> time.setAtNextSleep(Duration.ofHours(-1)));

    assertThat(alive).hasSize(4);
    assertThat(took).isLessThan(AT_MOST.multipliedBy(4));
  }
}
