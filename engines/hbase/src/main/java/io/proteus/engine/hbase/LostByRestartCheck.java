package io.proteus.engine.hbase;

import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.health.Finding;
import io.proteus.core.health.Severity;
import io.proteus.core.parameter.NodeReport;
import io.proteus.core.parameter.ReportedValue;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreCheck;
import io.proteus.core.port.StoreSettings;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Memory splits that are in effect and not in the servers' own configuration. */
record LostByRestartCheck(StoreSettings settings) implements StoreCheck {
  private static final String NAME = "lost-by-restart";
  private static final Set<String> SPLIT =
      Set.of(
          HBaseTranslation.BLOCK_CACHE, HBaseTranslation.MEMSTORE, HBaseTranslation.OLDER_MEMSTORE);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Finding> findings(Topology now) throws PortException {
    return unlikeTheFile(settings.ofNodes(SPLIT));
  }

  static List<Finding> unlikeTheFile(Map<NodeId, NodeReport> reports) {
    List<Finding> findings = new ArrayList<>();
    List<NodeId> tuned = withOrigin(reports, HBaseSettings.HEAP_TUNER);
    if (!tuned.isEmpty()) {
      findings.add(
          finding(
              Severity.WARNING,
              tuned,
              Sentence.of(
                  "HBase's own heap tuner has changed the memory split of %s", Few.of(tuned)),
              Sentence.of("a restart begins again with what hbase-site.xml says")));
    }
    List<NodeId> pinned = withOrigin(reports, HBaseSettings.IN_EFFECT);
    if (!pinned.isEmpty()) {
      findings.add(
          finding(
              Severity.NOTE,
              pinned,
              Sentence.of("the memory split of %s was set online", Few.of(pinned)),
              Sentence.of(
                  "hbase-site.xml has another: a restart without Proteus' plugin loses the"
                      + " split")));
    }
    return findings;
  }

  private static Finding finding(
      Severity severity, List<NodeId> nodes, Sentence what, Sentence why) {
    return Finding.of(
        NAME,
        severity,
        nodes,
        what,
        why,
        Sentence.of("write the values in effect into hbase-site.xml of these {nodes}"),
        "proteus parameters --changed --server " + nodes.get(0));
  }

  private static List<NodeId> withOrigin(Map<NodeId, NodeReport> reports, String origin) {
    return new TreeMap<>(reports)
        .entrySet().stream()
            .filter(
                entry ->
                    entry.getValue().values().values().stream()
                        .map(ReportedValue::origin)
                        .anyMatch(origin::equals))
            .map(Map.Entry::getKey)
            .toList();
  }
}
