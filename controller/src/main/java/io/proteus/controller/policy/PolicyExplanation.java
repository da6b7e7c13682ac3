package io.proteus.controller.policy;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.Table;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.parameter.Scope;
import io.proteus.core.port.SettingsGuide;
import io.proteus.core.strategy.Choice;
import io.proteus.core.words.Sentence;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The results of policies for a cluster, as a document ({@code docs/schema/policy-explanation}).
 *
 * @param schema always {@link #SCHEMA}
 * @param acting whether the configuration has policies act
 */
public record PolicyExplanation(
    String schema, String cluster, Instant at, boolean acting, List<OfSubject> subjects) {
  public static final String SCHEMA = "proteus/policy-explanation/1";

  /**
   * The result for a table or node.
   *
   * @param name {@code table usertable}, {@code node rs1:16020}
   * @param situation what formulas may ask of it; what is not known is not in it
   * @param chosen the policy that is for it; null when none is
   * @param inForce the policy that counts so far; null when none does
   * @param since when it first asked for something else; null while it does not
   * @param advice what else the chosen policy recommends to people
   */
  public record OfSubject(
      String name,
      @Nullable RequestRates requestsPerSecond,
      SortedMap<String, Object> situation,
      List<OfPolicy> policies,
      @Nullable String chosen,
      @Nullable String inForce,
      @Nullable Instant since,
      String state,
      String sentence,
      List<OfParameter> parameters,
      List<String> advice) {}

  /**
   * A policy held against it.
   *
   * @param inClass null when that cannot be told
   * @param conditionHolds null when that cannot be told
   */
  public record OfPolicy(
      String name,
      String workload,
      String when,
      @Nullable Boolean inClass,
      @Nullable String condition,
      @Nullable Boolean conditionHolds) {}

  /**
   * A parameter that the chosen policy sets.
   *
   * @param is what is set there; null when nothing is, or it is not known
   * @param wanted null when it follows from something that is not known
   * @param obstacle why it is not set; null when it can be
   */
  public record OfParameter(
      String name,
      String key,
      String where,
      String formula,
      String filled,
      @Nullable String is,
      @Nullable String wanted,
      @Nullable String obstacle,
      @Nullable String setting) {}

  /** The document for all reviews of a cluster. */
  public static PolicyExplanation of(
      String cluster, Instant at, boolean acting, List<PolicyReview> reviews, SettingsGuide guide) {
    return new PolicyExplanation(
        SCHEMA, cluster, at, acting, reviews.stream().map(r -> of(r, guide)).toList());
  }

  private static OfSubject of(PolicyReview review, SettingsGuide guide) {
    Subject subject = review.subject();
    SortedMap<String, Object> situation = new TreeMap<>(subject.situation());
    Choice inForce = review.before().inForce();
    Policy chosen = review.chosen();
    return new OfSubject(
        subject.name(),
        subject.requests(),
        situation,
        review.matches().stream().map(PolicyExplanation::of).toList(),
        chosen == null ? null : chosen.name(),
        inForce == null ? null : inForce.policy(),
        review.watched().coming() == null ? null : review.watched().coming().since(),
        review.state().name().toLowerCase(Locale.ROOT).replace('_', '-'),
        review.sentence(),
        review.values().lines().stream()
            .filter(line -> PolicyReviewer.isHere(line, subject))
            .map(line -> of(line, subject, guide))
            .toList(),
        advice(review));
  }

  /** What else is recommended to people, and why an empty table is not split. */
  private static List<String> advice(PolicyReview review) {
    Policy chosen = review.chosen();
    List<String> advice = new ArrayList<>(chosen == null ? List.of() : chosen.advice());
    review.presplit().unsplit(review.subject()).map(Sentence::toString).ifPresent(advice::add);
    return advice;
  }

  private static OfPolicy of(PolicyReview.Match match) {
    Policy policy = match.policy();
    return new OfPolicy(
        policy.name(),
        policy.workload(),
        policy.when().text(),
        match.inClass().orElse(null),
        policy.condition() == null ? null : policy.condition().text(),
        match.condition().orElse(null));
  }

  private static OfParameter of(PolicyValues.Line line, Subject subject, SettingsGuide guide) {
    return new OfParameter(
        line.parameter().name(),
        key(line),
        line.where().word(),
        line.formula(),
        line.filled(),
        is(line.parameter(), subject, guide),
        line.value(),
        line.obstacle(),
        line.setting());
  }

  private static String key(PolicyValues.Line line) {
    return switch (line.where()) {
      case TABLE -> line.parameter().keyFor(Scope.TABLE);
      case COLUMN_FAMILY -> line.parameter().keyFor(Scope.COLUMN_FAMILY);
      default -> line.parameter().key();
    };
  }

  private static @Nullable String is(Parameter parameter, Subject subject, SettingsGuide guide) {
    Table table = subject.table();
    if (table != null) {
      return table.settings() == null
          ? null
          : Subjects.setOn(table.settings(), parameter).orElse(null);
    }
    Node node = subject.node();
    MemorySplit split = node == null ? null : node.memory();
    if (split != null && parameter.key().equals(guide.readCacheKey())) {
      return Double.toString(split.readCache().value());
    }
    if (split != null && parameter.key().equals(guide.writeBufferKey())) {
      return Double.toString(split.writeBuffer().value());
    }
    Map<String, String> settings = node == null ? null : node.settings();
    String started = settings == null ? null : settings.get(parameter.key());
    Object present = subject.present().get(parameter.name());
    return started != null
        ? started
        : present instanceof BigDecimal number ? number.toPlainString() : null;
  }
}
