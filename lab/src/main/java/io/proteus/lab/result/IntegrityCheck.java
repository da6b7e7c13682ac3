package io.proteus.lab.result;

import io.proteus.workloads.ledger.LostWrite;
import io.proteus.workloads.ledger.Verification;
import java.util.List;

/**
 * One time that all acknowledged writes were asked back.
 *
 * @param after what had run before: {@code proteus, repeat 2}
 * @param checked rows with an acknowledged write
 * @param lost those that have not kept it; must be 0
 * @param overtaken those where a write that had failed for its client was applied late
 * @param examples of losses, as sentences
 */
public record IntegrityCheck(
    String after, long checked, long lost, long overtaken, List<String> examples) {

  public IntegrityCheck {
    examples = List.copyOf(examples);
  }

  /** The writes that were looked for. */
  public static Section section(List<IntegrityCheck> checks) {
    return Section.of(
        "Acknowledged writes",
        "",
        new Columns<IntegrityCheck>()
            .text("after", IntegrityCheck::after)
            .count("checked", IntegrityCheck::checked)
            .count("lost", IntegrityCheck::lost)
            .count("failed, but applied late", IntegrityCheck::overtaken)
            .ofDetails(checks));
  }

  /** The criterion that each check must meet. */
  public static Criterion noneLost(List<IntegrityCheck> checks) {
    return new Criterion(
        "No acknowledged write was lost.",
        checks.stream()
            .filter(check -> check.lost() > 0)
            .map(
                check ->
                    "%s: %d writes were lost: %s"
                        .formatted(check.after(), check.lost(), check.examples()))
            .toList());
  }

  public static IntegrityCheck of(String after, Verification verification) {
    return new IntegrityCheck(
        after,
        verification.checked(),
        verification.lost(),
        verification.overtaken(),
        verification.examples().stream().map(LostWrite::toString).toList());
  }
}
