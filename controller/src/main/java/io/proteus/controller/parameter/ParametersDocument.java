package io.proteus.controller.parameter;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.parameter.Scope;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a cluster for programs ({@code docs/schema/parameters.schema.json}).
 *
 * @param unread why some nodes' values are not known, by node
 */
public record ParametersDocument(
    String schema,
    String store,
    List<Value> parameters,
    List<Flaw> findings,
    SortedMap<String, String> unread) {
  public static final String SCHEMA = "proteus/parameters/1";

  /** A row: one value of one parameter, and where it holds. */
  public record Value(
      String name,
      String key,
      String meaning,
      String unit,
      List<String> scope,
      @Nullable String subject,
      List<String> nodes,
      @Nullable String value,
      String origin,
      @Nullable @JsonProperty("default") String usual,
      @Nullable String recommended,
      @Nullable String recommendedBy,
      String effect,
      String how) {}

  /** A finding. */
  public record Flaw(
      String severity,
      String rule,
      @Nullable String subject,
      List<String> nodes,
      String sentence,
      String source) {}

  public static ParametersDocument of(
      SettingsReview review, List<ParameterRow> rows, List<Finding> findings) {
    SortedMap<String, String> unread = new TreeMap<>();
    review.gaps().forEach((node, why) -> unread.put(node.value(), why));
    return new ParametersDocument(
        SCHEMA,
        review.catalogue().store(),
        rows.stream().map(ParametersDocument::value).toList(),
        findings.stream().map(ParametersDocument::flaw).toList(),
        unread);
  }

  private static Value value(ParameterRow row) {
    return new Value(
        row.parameter().name(),
        row.parameter().key(),
        row.parameter().meaning(),
        row.parameter().unit().word(),
        row.parameter().scopes().stream().sorted().map(Scope::word).toList(),
        orNull(row.subject()),
        names(row.nodes()),
        row.value(),
        row.origin(),
        row.usual(),
        row.recommended(),
        row.recommendedBy(),
        row.parameter().effect().word(),
        row.parameter().how());
  }

  private static Flaw flaw(Finding finding) {
    return new Flaw(
        finding.severity().word(),
        finding.rule(),
        orNull(finding.subject()),
        names(finding.nodes()),
        finding.sentence(),
        finding.source());
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  private static List<String> names(List<NodeId> nodes) {
    return nodes.stream().map(NodeId::value).toList();
  }
}
