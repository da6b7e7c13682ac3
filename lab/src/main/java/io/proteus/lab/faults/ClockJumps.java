package io.proteus.lab.faults;

import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.PortException;
import io.proteus.core.step.Step;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The time of the day jumps in mid-plan, for Proteus alone: libfaketime in its process. What a
 * machine measures spans by does not jump, as it never does.
 */
final class ClockJumps implements Fault {
  private static final String NOT_YET = "+0";

  private final Path library;
  private final Duration jump;
  private @Nullable Path time;
  private boolean jumped;

  /**
   * @param library libfaketime
   * @param jump forward, or backward when it is negative
   */
  ClockJumps(Path library, Duration jump) {
    this.library = library;
    this.jump = jump;
  }

  @Override
  public void prepare(Path folder) throws IOException {
    time = folder.resolve("faketime");
    Files.writeString(time, NOT_YET + "\n");
  }

  @Override
  public Map<String, String> environment() {
    return Map.of(
        "LD_PRELOAD", library.toString(),
        "FAKETIME_TIMESTAMP_FILE", String.valueOf(time),
        "FAKETIME_CACHE_DURATION", "1",
        "DONT_FAKE_MONOTONIC", "1",
        // it would end every wait of a JVM at once
        "FAKETIME_FORCE_MONOTONIC_FIX", "0");
  }

  @Override
  public Strike strike(Scene scene) throws PortException, IOException, InterruptedException {
    Optional<Plan> plan = scene.plan();
    Optional<Step> step = plan.isEmpty() ? Optional.empty() : scene.issued(plan.get(), Step.class);
    if (step.isEmpty()) {
      return Strike.missed("no step was asked for");
    }
    if (!scene.proteus().isRunning()) {
      return Strike.tooLate();
    }
    Path file = Objects.requireNonNull(time, "prepare() comes first");
    Path next = file.resolveSibling("faketime.next");
    Files.writeString(next, "%+d\n".formatted(jump.toSeconds()));
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    jumped = true;
    return Strike.done(
        "the clock jumped by %+d s when this was asked for: %s", jump.toSeconds(), step.get());
  }

  /** That the library had an effect at all. */
  @Override
  public List<Check> checks(Scene scene) throws PortException {
    if (!jumped) {
      return List.of();
    }
    try {
      boolean seen = isIn(scene.journal().entries().stream().map(JournalEntry::at).toList(), jump);
      return List.of(
          new Check(
              "clock",
              seen,
              seen
                  ? "the journal's times jump"
                  : "no time in the journal jumps, so Proteus did not see another clock"));
    } catch (JournalException e) {
      throw new PortException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Whether times that were noted one after the other jump so far, or half of it at least. */
  static boolean isIn(List<Instant> times, Duration jump) {
    Duration half = jump.dividedBy(2);
    for (int i = 1; i < times.size(); i++) {
      Duration passed = Duration.between(times.get(i - 1), times.get(i));
      if (jump.isNegative() ? passed.compareTo(half) < 0 : passed.compareTo(half) > 0) {
        return true;
      }
    }
    return false;
  }
}
