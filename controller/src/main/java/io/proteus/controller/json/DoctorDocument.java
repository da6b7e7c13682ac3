package io.proteus.controller.json;

import io.proteus.core.cluster.Capability;
import io.proteus.core.doctor.Checkup;
import io.proteus.core.doctor.Limits;
import io.proteus.core.health.Finding;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Sentence;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is wrong with a cluster as {@code doctor --json} prints it: {@code docs/schema/doctor}.
 *
 * @param schema always {@link #SCHEMA}
 * @param findings the most costly first
 * @param cannot what Proteus cannot do to the cluster, and what is missing for it
 */
public record DoctorDocument(
    String schema,
    String cluster,
    Instant at,
    AssessmentDocument assessment,
    List<FindingDocument> findings,
    List<Sentence> cannot) {
  public static final String SCHEMA = "proteus/doctor/1";

  /** A finding; what is null is left out. */
  public record FindingDocument(
      String check,
      String severity,
      @Nullable Ratio requests,
      List<String> subjects,
      Sentence what,
      Sentence why,
      Sentence cure,
      @Nullable String command) {
    static FindingDocument of(Finding finding) {
      return new FindingDocument(
          finding.check(),
          finding.severity().word(),
          finding.requests(),
          finding.subjects(),
          finding.what(),
          finding.why(),
          finding.cure(),
          finding.command());
    }
  }

  /** Of a cluster that was seen, and not for long enough to tell what is wrong. */
  public static DoctorDocument notYet(String cluster, Instant at) {
    return new DoctorDocument(
        SCHEMA,
        cluster,
        at,
        AssessmentDocument.unknown(
            Sentence.of("Not enough has been observed yet to tell how it is.")),
        List.of(),
        List.of());
  }

  public static DoctorDocument of(
      Checkup seen, List<Finding> findings, Set<Capability> capabilities) {
    return new DoctorDocument(
        SCHEMA,
        seen.now().topology().cluster(),
        seen.now().now(),
        AssessmentDocument.of(seen.assessment()),
        findings.stream().map(FindingDocument::of).toList(),
        Limits.of(capabilities, seen.now().topology()));
  }
}
