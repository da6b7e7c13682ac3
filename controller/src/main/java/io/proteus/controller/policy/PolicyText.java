package io.proteus.controller.policy;

import io.proteus.controller.parameter.Formula;
import java.util.List;

/** A policy as the text of a file, which {@link PolicyFile} reads. */
final class PolicyText {
  private PolicyText() {}

  /**
   * @param comments lines ahead of it, for people
   */
  static String of(Policy policy, List<String> comments) {
    StringBuilder text = new StringBuilder();
    comments.forEach(line -> text.append("# ").append(line.replaceAll("\\R", " ")).append('\n'));
    line(text, "schema", PolicyFile.SCHEMA);
    line(text, "name", policy.name());
    line(text, "title", quoted(policy.title()));
    line(text, "source", quoted(policy.source()));
    if (!policy.enabled()) {
      line(text, "enabled", "false");
    }
    text.append("workload:\n");
    line(text, "  class", quoted(policy.workload()));
    line(text, "  when", quoted(policy.when().text()));
    line(text, "hold", policy.hold().toSeconds() + "s");
    Formula condition = policy.condition();
    if (condition != null) {
      line(text, "condition", quoted(condition.text()));
    }
    Formula presplit = policy.presplit();
    if (presplit != null) {
      line(text, "presplit", quoted(presplit.text()));
    }
    if (!policy.advice().isEmpty()) {
      text.append("advice:\n");
      policy.advice().forEach(said -> text.append("  - ").append(quoted(said)).append('\n'));
    }
    text.append("set:\n");
    policy.values().forEach((name, value) -> line(text, "  " + name, quoted(value)));
    return text.toString();
  }

  private static void line(StringBuilder text, String key, String value) {
    text.append(key).append(": ").append(value).append('\n');
  }

  private static String quoted(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\R", " ") + '"';
  }
}
