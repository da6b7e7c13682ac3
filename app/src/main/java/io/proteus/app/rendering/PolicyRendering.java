package io.proteus.app.rendering;

import io.proteus.app.view.Figures;
import io.proteus.controller.parameter.Formula;
import io.proteus.controller.policy.Policy;
import io.proteus.controller.policy.PresentValues;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.ParameterCatalogue;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Policies as text.
 *
 * @param width characters a line
 */
public record PolicyRendering(int width, Paint paint) {

  /**
   * One line each.
   *
   * @param takesPart which are on
   */
  public String list(List<Policy> policies, Predicate<Policy> takesPart) {
    return new Grid<Policy>()
        .text("policy", 0, Policy::name)
        .text(
            "",
            0,
            policy -> takesPart.test(policy) ? "on" : "off",
            (p, c) -> takesPart.test(p) ? c : paint.faint(c))
        .text("workload", 0, Policy::workload)
        .text("when", 1, policy -> policy.when().text())
        .text("what", 2, Policy::title)
        .text("file", 3, Policy::file)
        .render(policies, width, paint);
  }

  private record Line(
      String name, String key, String value, String usual, String from, String effect) {}

  /**
   * One policy, worked out.
   *
   * @param situation what its formulas ask for
   * @param on what that is, for people
   */
  public String show(
      Policy policy, ParameterCatalogue catalogue, Map<String, ?> situation, String on) {
    Map<String, Parameter> parameters = catalogue.byName();
    String newest = catalogue.versions().get(catalogue.versions().size() - 1);
    Map<String, String> values =
        policy.valuesFor(PresentValues.byDefault(catalogue, situation), catalogue);
    List<Line> lines =
        policy.values().entrySet().stream()
            .flatMap(
                entry -> {
                  Parameter parameter = parameters.get(entry.getKey());
                  if (parameter == null) {
                    return Stream.empty();
                  }
                  String value = values.get(entry.getKey());
                  return Stream.of(
                      new Line(
                          entry.getKey(),
                          parameter.key(),
                          value == null ? "-" : parameter.unit().shown(value),
                          parameter.defaultIn(newest).map(parameter.unit()::shown).orElse("-"),
                          entry.getValue(),
                          parameter.effect().word()));
                })
            .toList();
    Formula condition = policy.condition();
    return """
    %s: %s
    from %s, %s%s
    workload %s: %s, for %s%s
    on %s:

    %s%s\
    """
        .formatted(
            paint.bold(policy.name()),
            policy.title(),
            policy.file(),
            policy.source(),
            policy.enabled() ? "" : "; switched off",
            policy.workload(),
            policy.when().text(),
            Figures.duration(policy.hold()),
            condition == null ? "" : ", and " + condition.text(),
            on,
            new Grid<Line>()
                .text("parameter", 2, Line::name)
                .text("key", 0, Line::key)
                .figure("value", 0, Line::value)
                .figure("default", 1, Line::usual)
                .text("formula", 3, Line::from)
                .text("a change takes effect", 4, Line::effect)
                .render(lines, width, paint),
            policy.advice().stream()
                .map("also recommended: %s\n"::formatted)
                .collect(Collectors.joining()));
  }
}
