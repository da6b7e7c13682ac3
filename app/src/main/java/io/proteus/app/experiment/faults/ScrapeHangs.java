package io.proteus.app.experiment.faults;

import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.Decided;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.ReasonCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A RegionServer that is stopped while Proteus watches (SIGSTOP), for longer than from one look to
 * the next and for less than its session: it answers nobody, and it is not dead.
 */
final class ScrapeHangs implements Fault {
  private static final Duration LENGTH = Duration.ofSeconds(13);
  private static final Duration UP_TO_NEXT_LOOK = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration GLANCE = Duration.ofMillis(100);

  private long before;
  private long after;

  @Override
  public List<String> command() {
    return List.of("run", "--samples", "1", "--interval", INTERVAL);
  }

  @Override
  public Strike strike(Scene scene) throws PortException, InterruptedException {
    awaitDecisions(scene, 2);
    Duration pause = scene.pauseUpTo(UP_TO_NEXT_LOOK);
    List<String> servers = scene.cluster().servers();
    String server = servers.get(scene.random().nextInt(servers.size()));
    before = decisions(scene).size();
    scene.cluster().freeze(server, LENGTH);
    // the look that may have begun while it was stopped, and two that did not
    after = decisions(scene).size() + 3L;
    awaitDecisions(scene, after);
    scene.proteus().terminate();
    return Strike.done(
        "%s stopped for %d s, %.1f s after a look of Proteus",
        server, LENGTH.toSeconds(), pause.toMillis() / 1e3);
  }

  private static void awaitDecisions(Scene scene, long count)
      throws PortException, InterruptedException {
    Await.until(
        "%d decisions of run".formatted(count),
        PATIENCE,
        GLANCE,
        () -> {
          if (!scene.proteus().isRunning()) {
            throw new PortException(
                "run ended with %d: %s"
                    .formatted(scene.proteus().exitCode(), scene.proteus().err()));
          }
          return decisions(scene).size() >= count ? Optional.of(count) : Optional.empty();
        },
        () -> "%s %s".formatted(scene.proteus().out(), scene.proteus().err()));
  }

  private static List<Decided> decisions(Scene scene) {
    try {
      return scene.journal().entries().stream()
          .map(JournalEntry::event)
          .filter(Decided.class::isInstance)
          .map(Decided.class::cast)
          .toList();
    } catch (JournalException e) {
      scene.journal().close(); // it may be about to be made
      return List.of();
    }
  }

  /** What was not measured was told, nothing was decided on it, and later looks were whole. */
  @Override
  public List<Check> checks(Scene scene) {
    if (after == 0) {
      return List.of();
    }
    List<Decided> all = decisions(scene);
    List<Decided> meanwhile = all.subList((int) before, (int) after);
    boolean told = meanwhile.stream().anyMatch(ScrapeHangs::incomplete);
    Decided last = all.get(all.size() - 1);
    return List.of(
        new Check(
            "told",
            told,
            told
                ? "held while metrics were missing"
                : "no decision says that metrics are missing: " + meanwhile),
        new Check("whole again", !incomplete(last), String.valueOf(last.reasons())));
  }

  private static boolean incomplete(Decided decided) {
    return decided.reasons().get(0).code() == ReasonCode.METRICS_INCOMPLETE;
  }
}
