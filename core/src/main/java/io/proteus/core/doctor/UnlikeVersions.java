package io.proteus.core.doctor;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Nodes that run another version of the store than most. */
public final class UnlikeVersions {
  public static final String NAME = "unlike-versions";

  private UnlikeVersions() {}

  /**
   * @param reports of all live nodes
   */
  public static List<Finding> findings(Map<NodeId, NodeReport> reports) {
    Map<String, List<NodeId>> byVersion = new TreeMap<>();
    new TreeMap<>(reports)
        .forEach(
            (node, report) ->
                byVersion.computeIfAbsent(report.version(), same -> new ArrayList<>()).add(node));
    List<NodeId> untold = byVersion.getOrDefault("", List.of());
    byVersion.remove("");
    List<Finding> findings = new ArrayList<>();
    if (!untold.isEmpty()) {
      findings.add(
          Finding.notLookedAt(
              NAME,
              Sentence.of("{%d nodes} {tells|tell} no version: %s", untold.size(), Few.of(untold)),
              Sentence.of("have it answer, then look again")));
    }
    if (byVersion.size() > 1) {
      findings.add(unlike(byVersion));
    }
    return findings;
  }

  private static Finding unlike(Map<String, List<NodeId>> byVersion) {
    String most =
        byVersion.entrySet().stream()
            .max(Comparator.comparingInt(entry -> entry.getValue().size()))
            .orElseThrow()
            .getKey();
    List<NodeId> others =
        byVersion.entrySet().stream()
            .filter(entry -> !entry.getKey().equals(most))
            .flatMap(entry -> entry.getValue().stream())
            .toList();
    String versions =
        byVersion.entrySet().stream()
            .map(entry -> "%s on %s".formatted(entry.getKey(), Few.of(entry.getValue())))
            .collect(Collectors.joining("; "));
    return Finding.of(
        NAME,
        Severity.WARNING,
        others,
        Sentence.of("{nodes} run unlike versions: %s", versions),
        Sentence.of(
            "defaults, formats and metrics differ, so the same {partition} is served differently"),
        Sentence.of("finish the upgrade: bring all to one version"),
        null);
  }
}
