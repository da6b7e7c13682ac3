package io.proteus.cloud.ssh;

import io.proteus.core.port.Stages;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Hosts on which a node failed to start a short while ago, as this process remembers. Another spare
 * host is taken meanwhile; where there is none, the one that failed longest ago is tried again.
 */
final class FailedStarts {
  /** As long as a person may need to look at a host. */
  static final Duration PASSED_OVER = Duration.ofHours(1);

  private final Map<String, Instant> failures = new ConcurrentHashMap<>();

  void failed(String host, Instant at) {
    failures.put(host, at);
  }

  void succeeded(String host) {
    failures.remove(host);
  }

  /** When the start failed for which a host is passed over; empty where it is not. */
  Optional<Instant> of(String host, Instant now) {
    return Optional.ofNullable(failures.get(host))
        .filter(at -> Duration.between(at, now).compareTo(PASSED_OVER) < 0);
  }

  /** The host to start a node on: the first that is not passed over; empty where none is spare. */
  Optional<String> choose(List<String> spare, Instant now) {
    return spare.stream().min(Comparator.comparing(host -> of(host, now).orElse(Instant.MIN)));
  }

  /** Says which hosts before the chosen one are not taken, and why. */
  void tellPassedOver(List<String> spare, String chosen, Instant now, Stages stages) {
    spare.stream()
        .takeWhile(host -> !host.equals(chosen))
        .forEach(
            host ->
                of(host, now)
                    .ifPresent(
                        at ->
                            stages.reached(
                                Sentence.of(
                                    "%s is passed over: a start there failed %d s ago",
                                    host, Duration.between(at, now).toSeconds()))));
  }
}
