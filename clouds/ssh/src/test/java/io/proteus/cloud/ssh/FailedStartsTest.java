package io.proteus.cloud.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailedStartsTest {
  private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
  private static final List<String> SPARE = List.of("h1", "h2", "h3");

  private final FailedStarts failures = new FailedStarts();

  @Test
  void theFirstSpareHostIsTakenWhereNoneHasFailed() {
    assertThat(failures.choose(SPARE, NOW)).contains("h1");
    assertThat(failures.choose(List.of(), NOW)).isEmpty();
  }

  @Test
  void aHostWhoseStartFailedIsPassedOverForAnother() {
    failures.failed("h1", NOW);

    assertThat(failures.choose(SPARE, NOW.plusSeconds(5))).contains("h2");
    List<String> said = new ArrayList<>();
    failures.tellPassedOver(SPARE, "h2", NOW.plusSeconds(5), stage -> said.add(stage.toString()));
    assertThat(said).containsExactly("h1 is passed over: a start there failed 5 s ago");
  }

  @Test
  void whereAllHaveFailedTheOneThatFailedLongestAgoIsTriedAgain() {
    failures.failed("h2", NOW);
    failures.failed("h1", NOW.plusSeconds(1));
    failures.failed("h3", NOW.plusSeconds(2));

    assertThat(failures.choose(SPARE, NOW.plusSeconds(5))).contains("h2");
    assertThat(failures.choose(List.of("h1"), NOW.plusSeconds(5))).contains("h1");
  }

  @Test
  void aFailureCountsForAnHourAndUntilAStartSucceeds() {
    failures.failed("h1", NOW);

    assertThat(failures.choose(SPARE, NOW.plus(FailedStarts.PASSED_OVER))).contains("h1");
    failures.succeeded("h1");
    assertThat(failures.choose(SPARE, NOW)).contains("h1");
  }
}
