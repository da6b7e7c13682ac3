package io.proteus.simulator.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.proteus.simulator.scenario.OpenLoop;
import java.time.Duration;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ArrivalQueueTest {
  private static final Offset<Double> EXACT = within(1e-6);

  @Test
  void whoFindsAConnectionDoesNotWait() {
    ArrivalQueue queue = queue(100, 5);

    queue.pass(1, 1, 10, 10);

    assertThat(queue.waiting()).isZero();
    assertThat(queue.waitSeconds()).isZero();
    assertThat(queue.wantedPerSecond(10, 1)).isEqualTo(10);
  }

  @Test
  void theFirstToComeIsTheFirstToBeSent() {
    ArrivalQueue queue = queue(100, 60);
    queue.pass(1, 1, 10, 0);
    queue.pass(2, 1, 10, 0);

    queue.pass(3, 1, 0, 15);

    assertThat(queue.waiting()).isCloseTo(5, EXACT);
    assertThat(queue.waitSeconds()).isCloseTo((10 * 2 + 5 * 1) / 15.0, EXACT);
    assertThat(queue.wantedPerSecond(3, 1)).isCloseTo(8, EXACT);
  }

  @Test
  void whoComesWhenTheQueueIsFullIsRefused() {
    ArrivalQueue queue = queue(25, 60);
    queue.pass(1, 1, 10, 0);
    queue.pass(2, 1, 10, 0);
    queue.pass(3, 1, 10, 0);

    assertThat(queue.refused()).isCloseTo(5, EXACT);
    assertThat(queue.waiting()).isCloseTo(25, EXACT);
  }

  @Test
  void whoWaitedTooLongGivesUp() {
    ArrivalQueue queue = queue(1000, 3);
    for (int second = 1; second <= 10; second++) {
      queue.pass(second, 1, 10, 0);
    }

    assertThat(queue.timedOut()).isCloseTo(70, EXACT);
    assertThat(queue.waiting()).isCloseTo(30, EXACT);
  }

  @Test
  void whatComesIsSentOrWaitsOrIsLost() {
    for (long seed = 1; seed <= 50; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      ArrivalQueue queue = queue(random.nextInt(200), 1 + random.nextInt(10));
      double sent = 0;
      for (int second = 1; second <= 200; second++) {
        double come = random.nextInt(60);
        double sends = Math.min(queue.wantedPerSecond(come, 1), random.nextInt(60));
        sent += sends;
        queue.pass(second, 1, come, sends);
      }
      assertThat(sent + queue.waiting() + queue.refused() + queue.timedOut())
          .as("seed %d", seed)
          .isCloseTo(queue.arrived(), EXACT);
    }
  }

  private static ArrivalQueue queue(double most, int timeoutSeconds) {
    return new ArrivalQueue(new OpenLoop(most, Duration.ofSeconds(timeoutSeconds)));
  }
}
