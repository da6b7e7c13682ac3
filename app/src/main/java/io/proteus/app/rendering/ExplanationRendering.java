package io.proteus.app.rendering;

import io.proteus.controller.policy.PolicyExplanation;
import io.proteus.controller.policy.PolicyExplanation.OfParameter;
import io.proteus.controller.policy.PolicyExplanation.OfPolicy;
import io.proteus.controller.policy.PolicyExplanation.OfSubject;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.parameter.ParameterCatalogue;
import io.proteus.core.parameter.Unit;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What policies make of a cluster, as text.
 *
 * @param width characters a line
 */
public record ExplanationRendering(ParameterCatalogue catalogue, int width, Paint paint) {

  /** Every table and node, one after the other. */
  public String render(PolicyExplanation explanation) {
    List<String> parts = new ArrayList<>();
    if (!explanation.acting()) {
      parts.add(
          paint.yellow(
              "Nothing of this is set: configuration.policy is not policies. It is what would be."));
    }
    explanation.subjects().forEach(subject -> parts.add(render(subject)));
    if (explanation.subjects().isEmpty()) {
      parts.add("There is no table and no node to explain.");
    }
    return String.join("\n\n", parts);
  }

  private String render(OfSubject subject) {
    List<String> lines = new ArrayList<>();
    lines.add("%s: %s".formatted(paint.bold(subject.name()), figures(subject)));
    lines.add(
        new Grid<OfPolicy>()
            .text("  policy", 0, policy -> mark(policy, subject) + policy.name())
            .text("class", 1, OfPolicy::workload)
            .text("when", 2, OfPolicy::when)
            .text("holds", 0, policy -> word(policy.inClass()))
            .text("condition", 4, policy -> policy.condition() == null ? "-" : policy.condition())
            .text(
                "holds",
                3,
                policy -> policy.condition() == null ? "-" : word(policy.conditionHolds()))
            .render(subject.policies(), width, paint));
    if (!subject.parameters().isEmpty()) {
      lines.add(
          new Grid<OfParameter>()
              .text("  parameter", 0, parameter -> "  " + parameter.name())
              .text("key", 3, OfParameter::key)
              .figure("is", 0, parameter -> shown(parameter, parameter.is()))
              .figure("would be", 0, parameter -> shown(parameter, parameter.wanted()))
              .text("formula", 4, OfParameter::formula)
              .text("with values", 2, OfParameter::filled)
              .text("set", 1, ExplanationRendering::how)
              .render(subject.parameters(), width, paint));
    }
    lines.add("  " + paint.bold(subject.state()) + ": " + subject.sentence());
    for (OfParameter parameter : subject.parameters()) {
      if (parameter.obstacle() != null) {
        lines.add(
            "  %s is not set: %s%s"
                .formatted(
                    parameter.name(),
                    parameter.obstacle(),
                    parameter.setting() == null ? "" : " [%s]".formatted(parameter.setting())));
      }
    }
    return String.join("\n", lines);
  }

  private static String mark(OfPolicy policy, OfSubject subject) {
    return policy.name().equals(subject.chosen())
        ? "> "
        : policy.name().equals(subject.inForce()) ? "= " : "  ";
  }

  private static String word(@Nullable Boolean holds) {
    return holds == null ? "not known" : holds ? "yes" : "no";
  }

  private static String how(OfParameter parameter) {
    return parameter.obstacle() == null ? parameter.where() : "-";
  }

  private String shown(OfParameter parameter, @Nullable String value) {
    return value == null
        ? "-"
        : catalogue.find(parameter.name()).map(known -> known.unit().shown(value)).orElse(value);
  }

  private static String figures(OfSubject subject) {
    List<String> parts = new ArrayList<>();
    RequestRates requests = subject.requestsPerSecond();
    if (requests == null) {
      parts.add("requests not known");
    } else {
      parts.add(
          String.format(
              Locale.ROOT,
              "%.1f reads, %.1f scans, %.1f writes a second",
              requests.reads(),
              requests.scans(),
              requests.writes()));
    }
    subject
        .situation()
        .forEach(
            (name, value) -> {
              String text =
                  value instanceof BigDecimal number
                      ? name.equals("dataSize") || name.equals("memory")
                          ? Unit.BYTES.shown(number.toPlainString())
                          : String.format(Locale.ROOT, "%.4s", number.toPlainString())
                      : String.valueOf(value);
              parts.add("%s %s".formatted(name, text));
            });
    return String.join(", ", parts);
  }
}
