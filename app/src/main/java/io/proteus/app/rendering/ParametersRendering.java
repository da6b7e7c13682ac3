package io.proteus.app.rendering;

import io.proteus.controller.parameter.Finding;
import io.proteus.controller.parameter.ParameterRow;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.parameter.Contradiction.Severity;
import io.proteus.core.units.Few;
import io.proteus.core.words.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a cluster is set to, as text.
 *
 * @param words the engine's own
 * @param width characters a line
 */
public record ParametersRendering(Words words, int width, Paint paint) {

  /**
   * @param gaps why some nodes' values are not known
   * @param nodes how many nodes were asked
   */
  public String render(
      List<ParameterRow> rows, List<Finding> findings, SortedMap<NodeId, String> gaps, int nodes) {
    List<String> parts = new ArrayList<>();
    Map<String, List<ParameterRow>> groups =
        rows.stream()
            .filter(row -> isTold(row, gaps, nodes))
            .collect(
                Collectors.groupingBy(
                    ParametersRendering::heading, LinkedHashMap::new, Collectors.toList()));
    groups.forEach(
        (heading, ofGroup) ->
            parts.add(paint.bold(heading) + "\n" + grid(nodes).render(ofGroup, width, paint)));
    if (rows.isEmpty()) {
      parts.add(
          nodes == 0
              ? "Nothing to show: no %s is live, and what counts follows from what they are set to."
                  .formatted(words.node().one())
              : "Nothing to show: all is at its default.");
    }
    gaps.forEach((node, why) -> parts.add("%s does not tell: %s".formatted(node, why)));
    if (!findings.isEmpty()) {
      parts.add(findings.stream().map(this::line).collect(Collectors.joining("\n")));
    } else if (nodes > 0) {
      parts.add("Nothing contradicts.");
    }
    return String.join("\n\n", parts);
  }

  /** A node that does not tell has its one line below, unless nobody tells. */
  private static boolean isTold(ParameterRow row, SortedMap<NodeId, String> gaps, int nodes) {
    return row.value() != null
        || row.nodes().isEmpty()
        || gaps.size() == nodes
        || !gaps.keySet().containsAll(row.nodes());
  }

  private static String heading(ParameterRow row) {
    return row.subject().isEmpty()
        ? row.parameter().group()
        : row.subject() + ": " + row.parameter().group();
  }

  private Grid<ParameterRow> grid(int nodes) {
    return new Grid<ParameterRow>()
        .text("key", 0, row -> row.parameter().key())
        .figure(
            "actual",
            0,
            row -> shown(row, row.value()),
            (row, cell) -> row.isUnlikeRecommended() ? paint.yellow(cell) : cell)
        .figure("default", 0, row -> shown(row, row.usual()))
        .figure("recommended", 1, row -> shown(row, row.recommended()))
        .text("from", 2, ParameterRow::origin)
        .text("on", 3, row -> on(row, nodes))
        .text("a change takes effect", 4, row -> row.parameter().effect().word());
  }

  private static String shown(ParameterRow row, @Nullable String value) {
    if (value == null) {
      return "-";
    }
    return row.parameter().unit().shown(value);
  }

  private String on(ParameterRow row, int nodes) {
    if (row.nodes().isEmpty()) {
      return "clients";
    }
    return row.nodes().size() == nodes && nodes > 1
        ? "all " + words.nodes(nodes)
        : Few.of(row.nodes());
  }

  private String line(Finding finding) {
    String severity = finding.severity().word();
    String where = finding.subject().isEmpty() ? Few.of(finding.nodes()) : finding.subject();
    return "%s %s on %s: %s (%s)"
        .formatted(
            finding.severity() == Severity.ERROR ? paint.red(severity) : paint.yellow(severity),
            finding.rule(),
            where,
            finding.sentence(),
            finding.source());
  }
}
