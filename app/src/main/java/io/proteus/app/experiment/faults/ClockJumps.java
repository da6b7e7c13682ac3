package io.proteus.app.experiment.faults;

import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Step;
import io.proteus.core.port.PortException;
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
  private @Nullable Instant jumpedAt;

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
    Path file = Objects.requireNonNull(time, "prepare() comes first");
    Path next = file.resolveSibling("faketime.next");
    Files.writeString(next, "%+d\n".formatted(jump.toSeconds()));
    jumpedAt = Instant.now();
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    return Strike.done(
        "the clock jumped by %+d s when this was asked for: %s", jump.toSeconds(), step.get());
  }

  /** That the library had an effect at all. */
  @Override
  public List<Check> checks(Scene scene) throws PortException {
    Instant jumped = jumpedAt;
    if (jumped == null) {
      return List.of();
    }
    try {
      Duration half = jump.dividedBy(2);
      boolean seen = false;
      for (JournalEntry entry : scene.journal().entries()) {
        Duration off = Duration.between(jumped, entry.at());
        seen |= jump.isNegative() ? off.compareTo(half) < 0 : off.compareTo(half) > 0;
      }
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
}
