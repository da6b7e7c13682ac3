package io.proteus.controller.parameter;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.doctor.UnlikeVersions;
import io.proteus.core.health.Severity;
import io.proteus.core.parameter.Contradiction;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreCheck;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * Settings that contradict each other, and nodes that run unlike versions or do not tell.
 *
 * @param settings how the store's settings are read
 */
public record SettingsCheck(Reading settings) implements StoreCheck {

  /** Reads what the store is set to. */
  @FunctionalInterface
  public interface Reading {
    SettingsReview review() throws PortException;
  }

  @Override
  public String name() {
    return "contradicting-settings";
  }

  @Override
  public List<io.proteus.core.health.Finding> findings(Topology now) throws PortException {
    SettingsReview review = settings.review();
    List<io.proteus.core.health.Finding> findings =
        new ArrayList<>(UnlikeVersions.findings(review.nodes()));
    review.findings().forEach(finding -> findings.add(contradiction(finding)));
    SortedMap<NodeId, String> gaps = review.gaps();
    if (!gaps.isEmpty()) {
      findings.add(
          io.proteus.core.health.Finding.notLookedAt(
              name(),
              Sentence.of("%s: %s", Few.of(gaps.keySet()), gaps.get(gaps.firstKey())),
              Sentence.of("have the {nodes} tell their settings, then look again")));
    }
    return findings;
  }

  private io.proteus.core.health.Finding contradiction(Finding found) {
    boolean stops = found.severity() == Contradiction.Severity.ERROR;
    List<?> subjects = found.subject().isEmpty() ? found.nodes() : List.of(found.subject());
    return io.proteus.core.health.Finding.of(
        name(),
        stops ? Severity.ERROR : Severity.WARNING,
        subjects,
        Sentence.of("%s: %s", Few.of(subjects), found.sentence()),
        stops
            ? Sentence.of("a {node} does not start, stops taking writes, or loses data by it")
            : Sentence.of("it works worse than it could (%s)", found.source()),
        Sentence.of("see what is set where, and what is recommended"),
        "proteus parameters --changed");
  }
}
