package io.proteus.core.doctor;

import io.proteus.core.cluster.Topology;
import io.proteus.core.health.Finding;
import io.proteus.core.port.PortException;
import io.proteus.core.port.StoreCheck;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Sentence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Says what is wrong with a cluster, the most costly first.
 *
 * @param asking checks that ask the store, the engine's own among them
 * @param cures the store's own commands, by the check whose findings they cure
 */
public record Doctor(List<StoreCheck> asking, Map<String, String> cures) {
  /** The checks of what was observed. */
  private static final List<Check> OBSERVED =
      List.of(
          new UnservedPartitions(),
          new DeadNodes(),
          new MachinesAlone(),
          new OverloadedNodes(),
          new HeavyPartitions(),
          new LocalTableSettings(),
          new WorthDoing(),
          new MissingMetrics());

  public Doctor {
    asking = List.copyOf(asking);
    cures = Map.copyOf(cures);
  }

  /** A doctor who asks nobody, and goes by what was observed. */
  public static Doctor observing(Map<String, String> cures) {
    return new Doctor(List.of(), cures);
  }

  /** All findings; what cannot be looked at is one. */
  public List<Finding> findings(Checkup seen) {
    return findings(seen, ofStore(seen.now().topology()));
  }

  /** All findings, with what the store answered before. */
  public List<Finding> findings(Checkup seen, List<Finding> ofStore) {
    List<Finding> findings = new ArrayList<>();
    OBSERVED.forEach(check -> findings.addAll(check.findings(seen)));
    findings.addAll(ofStore);
    findings.replaceAll(this::cured);
    findings.sort(Finding.BY_COST);
    return findings;
  }

  /** What the store answers of itself, in the order of the checks. */
  public List<Finding> ofStore(Topology now) {
    return asking.stream().flatMap(check -> asked(check, now).stream()).toList();
  }

  /** What the store answers of itself while it cannot be observed. */
  public List<Finding> ofUnobserved(String cluster, Instant at) {
    Topology nothing =
        new Topology(
            cluster, at, List.of(), List.of(), List.of(), List.of(), List.of(), false, List.of());
    return ofStore(nothing).stream().sorted(Finding.BY_COST).toList();
  }

  private static List<Finding> asked(StoreCheck check, Topology now) {
    try {
      return check.findings(now);
    } catch (PortException | InvalidValue e) {
      return List.of(
          Finding.notLookedAt(
              check.name(),
              Sentence.verbatim(String.valueOf(e.getMessage())),
              Sentence.of("have the store answer, then look again")));
    }
  }

  private Finding cured(Finding finding) {
    String own = cures.get(finding.check());
    return own == null ? finding : finding.curedBy(own);
  }
}
