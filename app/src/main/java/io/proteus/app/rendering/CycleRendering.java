package io.proteus.app.rendering;

import io.proteus.app.view.Figures;
import io.proteus.controller.Cycle;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.units.Ratio;
import io.proteus.core.words.Words;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * What {@code run} shows: a line a cycle.
 *
 * @param words the engine's
 * @param zone in which times are shown
 */
public record CycleRendering(Words words, ZoneId zone, Paint paint) {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  /** One line, without a line break; more only when something was picked up. */
  public String render(Cycle cycle) {
    return render(cycle, Optional.empty());
  }

  /**
   * The same. Each cycle makes a plan of its own, of which only one that waits or is carried out
   * can be asked for: no other is named.
   *
   * @param waits name of the plan that waits for a person
   */
  public String render(Cycle cycle, Optional<String> waits) {
    StringBuilder text = new StringBuilder();
    String time = stamp(cycle.ended());
    cycle
        .recovered()
        .forEach(line -> text.append(time).append("  ").append(line.in(words)).append('\n'));
    Reason reason = cycle.decision().verdict().reasons().get(0);
    text.append(time)
        .append("  #")
        .append(cycle.number())
        .append("  ")
        .append(
            cycle
                .observation()
                .map(this::load)
                .orElse(cycle.outcome().isPresent() ? "approved" : "not readable"))
        .append("  ")
        .append(verdict(cycle))
        .append("  ")
        .append(reason.in(words));
    cycle.decision().plan().ifPresent(plan -> text.append("; ").append(said(cycle, plan, waits)));
    cycle
        .outcome()
        .ifPresent(
            outcome ->
                text.append("; ")
                    .append(outcome.word())
                    .append(": ")
                    .append(outcome.sentence().in(words)));
    if (reason.code() == ReasonCode.AFTER_UNDO) {
      text.append("; `proteus undo --go-on` lets it be done again at once");
    }
    return text.toString();
  }

  /** What was seen while a plan runs. */
  public String render(Instant at, Plan running, Observation seen) {
    Ratio known = seen.knownPartitions();
    return "%s  %s%s, while %s runs"
        .formatted(
            stamp(at),
            load(seen),
            known.equals(Ratio.ONE)
                ? ""
                : ", %s of the %s are known".formatted(known, words.partition().many()),
            running.id());
  }

  /** A moment, as it stands before each line. */
  public String stamp(Instant at) {
    return TIME.withZone(zone).format(at);
  }

  private static String said(Cycle cycle, Plan plan, Optional<String> waits) {
    String steps = Figures.count(plan.steps().size(), "step", "steps");
    if (cycle.outcome().isPresent()) {
      return plan.id() + ", " + steps;
    }
    return waits.map(id -> id + " waits for a person").orElse(steps);
  }

  private String verdict(Cycle cycle) {
    if (cycle.decision().plan().isEmpty()) {
      return "HOLD";
    }
    return paint.yellow(cycle.outcome().isPresent() ? "ACTED" : "WOULD ACT");
  }

  private String load(Observation seen) {
    Optional<Double> sum =
        seen.rates().isEmpty()
            ? Optional.empty()
            : Optional.of(seen.rates().values().stream().mapToDouble(RequestRates::total).sum());
    return "%s, %s"
        .formatted(
            sum.map(rate -> Figures.rate(rate) + " op/s").orElse("no rates"),
            words.nodes(seen.topology().nodes().size()));
  }
}
