package io.proteus.controller.json;

import io.proteus.core.decision.Assessment;
import io.proteus.core.decision.Decision;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.InvalidValue;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A decision as {@code plan --json} prints it: {@code docs/schema/plan}.
 *
 * @param schema always {@link #SCHEMA}
 * @param cluster the cluster that was decided on
 * @param at when
 * @param verdict {@code hold} or {@code retarget}
 * @param reasons why, the weightiest first
 * @param plan present exactly when the verdict is {@code retarget}
 * @param heldBack what would be done if a guard had not objected
 * @param assessment whether the cluster is healthy and what is worth doing; null in documents from
 *     before that was told, and of an undo
 */
public record PlanDocument(
    @Required String schema,
    @Required String cluster,
    @Required Instant at,
    @Required String verdict,
    @Required List<Reason> reasons,
    @Nullable Plan plan,
    @Nullable Plan heldBack,
    @Nullable AssessmentDocument assessment) {

  public static final String SCHEMA = "proteus/plan/1";

  public PlanDocument {
    if (!SCHEMA.equals(schema)) {
      throw new InvalidValue("schema: want '%s', got '%s'.".formatted(SCHEMA, schema));
    }
    reasons = List.copyOf(reasons);
  }

  public static PlanDocument of(Situation situation, Decision decision) {
    return of(situation, decision, null);
  }

  /** The same with what is said of the cluster first. */
  public static PlanDocument of(
      Situation situation, Decision decision, @Nullable Assessment assessment) {
    return new PlanDocument(
        SCHEMA,
        situation.topology().cluster(),
        situation.now(),
        decision.verdict() instanceof Verdict.Hold ? "hold" : "retarget",
        decision.verdict().reasons(),
        decision.plan().orElse(null),
        decision.heldBack().orElse(null),
        assessment == null ? null : AssessmentDocument.of(assessment));
  }
}
