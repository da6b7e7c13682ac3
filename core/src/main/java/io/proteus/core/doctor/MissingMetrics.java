package io.proteus.core.doctor;

import io.proteus.core.cluster.Gap;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Figures that nodes or hosts do not tell, for longer than a first look takes. */
record MissingMetrics() implements Check {
  /** The gaps that last until somebody closes them, and the cure of each. */
  private static final Map<Gap.Kind, Sentence> CURES = cures();

  private static Map<Gap.Kind, Sentence> cures() {
    Map<Gap.Kind, Sentence> cures = new LinkedHashMap<>();
    cures.put(
        Gap.Kind.NODE_UNREADABLE,
        Sentence.of("have it answer from here in time [engine.scrapeTimeout]"));
    cures.put(
        Gap.Kind.COUNTERS_STAND_STILL,
        Sentence.of("restart what counts there; nothing is decided on counters that stand still"));
    cures.put(
        Gap.Kind.HOST_UNREADABLE,
        Sentence.of("say who knows the hosts [cloud.type, hosts.sources]"));
    cures.put(Gap.Kind.SETTINGS_UNREADABLE, Sentence.of("have it tell its settings"));
    cures.put(Gap.Kind.COUNTERS_MISSING, Sentence.of("have its {node} tell its counters"));
    cures.put(
        Gap.Kind.SPLIT_BY_RESTART_ONLY, Sentence.of("see the log of the {node} for the reason"));
    return cures;
  }

  @Override
  public String name() {
    return "missing-metrics";
  }

  @Override
  public List<Finding> findings(Checkup seen) {
    List<Finding> findings = new ArrayList<>();
    CURES.forEach(
        (kind, cure) -> {
          List<Gap> gaps =
              seen.now().latest().gaps().stream().filter(gap -> gap.kind() == kind).toList();
          if (!gaps.isEmpty()) {
            findings.add(finding(gaps, cure));
          }
        });
    return findings;
  }

  private Finding finding(List<Gap> gaps, Sentence cure) {
    List<String> subjects = gaps.stream().map(Gap::subject).toList();
    return Finding.of(
        name(),
        Severity.WARNING,
        subjects,
        Sentence.of("%s: %s", Few.of(subjects), gaps.get(0).sentence()),
        Sentence.of("what is not known is not decided on, and trouble there stays unseen"),
        cure,
        null);
  }
}
