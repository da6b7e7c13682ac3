package io.proteus.lab.faults;

import io.proteus.controller.journal.JournalEvent.Decided;
import io.proteus.core.port.PortException;
import io.proteus.core.strategy.ReasonCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A RegionServer that is stopped while Proteus watches (SIGSTOP), until Proteus has said so in a
 * decision and for less than its session: it answers nobody, and it is not dead. In every second
 * trial it is the one that holds {@code hbase:meta}, without which nothing can be looked at: then
 * the look may just as well wait for it.
 */
final class ScrapeHangs implements Fault {
  /**
   * The server would die of the end of its session, 20 s after it was last heard of, which may have
   * been a third of that before.
   */
  private static final Duration LONGEST = Duration.ofSeconds(12);

  /** Shortly before the next look, which begins {@link #INTERVAL} after the one before began. */
  private static final Duration SOONEST = Duration.ofSeconds(4);

  private static final Duration LATEST = Duration.ofSeconds(6);

  private static final Duration SCRAPE = Duration.ofSeconds(3);
  private static final Duration PATIENCE = Duration.ofMinutes(4);
  private static final Duration GLANCE = Duration.ofMillis(100);

  private boolean ofMeta;
  private List<Decided> meanwhile = List.of();
  private Optional<Decided> afterwards = Optional.empty();

  @Override
  public List<String> command() {
    return List.of("run", "--samples", "1", "--interval", INTERVAL);
  }

  @Override
  public Duration scrapeTimeout() {
    return SCRAPE;
  }

  @Override
  public Strike strike(Scene scene) throws PortException, InterruptedException {
    // the first decision is made without rates
    int before =
        await(scene, "a decision on whole metrics", all -> all.size() > 1 && isWhole(all)).size();
    Duration pause = scene.between(SOONEST, LATEST);
    TimeUnit.MILLISECONDS.sleep(pause.toMillis());
    ofMeta = scene.number() % 2 == 1;
    String server = server(scene);
    Duration stopped =
        scene
            .cluster()
            .freeze(
                server,
                LONGEST,
                () -> since(scene, before).stream().anyMatch(ScrapeHangs::isIncomplete));
    meanwhile = since(scene, before);
    int then = before + meanwhile.size();
    List<Decided> all =
        await(scene, "whole metrics again", now -> now.size() > then && isWhole(now));
    afterwards = Optional.of(all.get(all.size() - 1));
    scene.proteus().terminate();
    return Strike.done(
        "%s%s stopped for %.1f s, %.1f s after a decision of Proteus",
        server,
        ofMeta ? ", which holds hbase:meta," : "",
        stopped.toMillis() / 1e3,
        pause.toMillis() / 1e3);
  }

  private String server(Scene scene) throws PortException {
    String meta = scene.cluster().serverOfMeta();
    if (ofMeta) {
      return meta;
    }
    List<String> others =
        scene.cluster().servers().stream().filter(name -> !name.equals(meta)).toList();
    return others.get(scene.random().nextInt(others.size()));
  }

  /** Waits for cycles of {@code run} until what was decided is as wanted. */
  private static List<Decided> await(Scene scene, String what, Predicate<List<Decided>> wanted)
      throws PortException, InterruptedException {
    return Await.until(
        what,
        PATIENCE,
        GLANCE,
        () -> {
          if (!scene.proteus().isRunning()) {
            throw new PortException(
                "run ended with %d: %s"
                    .formatted(scene.proteus().exitCode(), scene.proteus().err()));
          }
          return Optional.of(scene.journal().decisions()).filter(wanted);
        },
        () -> "%s %s".formatted(scene.proteus().out(), scene.proteus().err()));
  }

  private static List<Decided> since(Scene scene, int before) {
    List<Decided> all = scene.journal().decisions();
    return all.subList(Math.min(before, all.size()), all.size());
  }

  /** What was not measured was told, nothing was decided on it, and later looks were whole. */
  @Override
  public List<Check> checks(Scene scene) {
    return afterwards
        .map(
            last ->
                List.of(
                    told(ofMeta, meanwhile),
                    new Check("whole again", !isIncomplete(last), String.valueOf(last.reasons()))))
        .orElse(List.of());
  }

  /**
   * Whether Proteus told of what it could not measure.
   *
   * @param ofMeta whether the server held {@code hbase:meta}
   * @param meanwhile what was decided while it was stopped
   */
  static Check told(boolean ofMeta, List<Decided> meanwhile) {
    boolean told = meanwhile.stream().anyMatch(ScrapeHangs::isIncomplete);
    if (told) {
      return Check.passed("told", "held while metrics were missing");
    }
    // one look may have been over before
    return ofMeta && meanwhile.size() <= 1
        ? Check.passed("told", "the look waited until hbase:meta could be read again")
        : Check.failed("told", "no decision says that metrics are missing: " + meanwhile);
  }

  private static boolean isWhole(List<Decided> decisions) {
    return !isIncomplete(decisions.get(decisions.size() - 1));
  }

  private static boolean isIncomplete(Decided decided) {
    return decided.reasons().get(0).code() == ReasonCode.METRICS_INCOMPLETE;
  }
}
