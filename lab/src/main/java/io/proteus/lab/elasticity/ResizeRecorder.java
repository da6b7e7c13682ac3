package io.proteus.lab.elasticity;

import io.proteus.controller.Cycle;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.Observation;
import io.proteus.core.plan.Plan;
import io.proteus.core.words.Sentence;
import io.proteus.lab.result.Resize;
import io.proteus.lab.stage.Steps;
import io.proteus.workloads.run.WindowResult;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes the record of each resize (TIR-8) from what the executor tells of its steps and what the
 * loop sees before and after. Used by the thread that acts alone.
 */
final class ResizeRecorder implements Progress {
  /** Clients over this long before a resize, and after it, on a cluster of HBase. */
  static final Duration SURROUNDING = Duration.ofSeconds(30);

  private final Time time;
  private final Duration surrounding;
  private final Duration settles;
  private final Supplier<List<WindowResult>> windows;
  private final Supplier<List<Resize.Joining>> joinings;
  private final List<Resize> finished = new ArrayList<>();
  private final List<Steps.Reached> reached = new ArrayList<>();
  private final List<Resize.Joining> joined = new ArrayList<>();
  private @Nullable Opening opening;
  private @Nullable Instant begun;
  private @Nullable Pending pending;

  /** How things were when a resize began. */
  private record Opening(
      Instant from, int nodes, String why, Resize.@Nullable Side before, Outcome outcome) {
    Opening with(Outcome later) {
      return new Opening(from, nodes, why, before, later);
    }
  }

  /**
   * A resize that is over, and whose effect is still to be seen.
   *
   * @param cleansUp whether the store was seen to be still at work on it
   */
  private record Pending(Resize resize, Instant ended, boolean cleansUp) {

    /** With what a look tells of the store's own work. */
    Pending seen(Observation now) {
      if (!now.topology().inTransition().isEmpty()) {
        return new Pending(resize, ended, true);
      }
      if (!cleansUp) {
        return this;
      }
      double seconds = Duration.between(ended, now.at()).toMillis() / 1e3;
      return new Pending(
          resize.with(resize.times().withData(seconds), resize.after()), ended, false);
    }
  }

  /**
   * @param windows of the clients, all so far
   * @param joinings of servers since this was last asked
   */
  ResizeRecorder(
      Time time, Supplier<List<WindowResult>> windows, Supplier<List<Resize.Joining>> joinings) {
    this(time, SURROUNDING, Duration.ZERO, windows, joinings);
  }

  /**
   * @param surrounding how long clients are looked at before and after; as long passes between a
   *     resize and what counts as after it
   * @param settles how long servers take after a resize until they are as they stay; not looked at
   */
  ResizeRecorder(
      Time time,
      Duration surrounding,
      Duration settles,
      Supplier<List<WindowResult>> windows,
      Supplier<List<Resize.Joining>> joinings) {
    this.time = time;
    this.surrounding = surrounding;
    this.settles = settles;
    this.windows = windows;
    this.joinings = joinings;
  }

  @Override
  public void begins(Plan plan) {
    if (begun == null) {
      begun = time.now();
    }
  }

  @Override
  public void reached(Plan plan, int step, StepState state, @Nullable Sentence why) {
    reached.add(new Steps.Reached(time.now(), plan.id(), step, plan.steps().get(step), state));
  }

  /** Takes in a cycle of the loop that is over. */
  void cycle(Cycle cycle) {
    Observation seen = cycle.observation().filter(o -> !o.rates().isEmpty()).orElse(null);
    boolean acted = cycle.outcome().isPresent();
    Pending waiting =
        pending == null ? null : cycle.observation().map(pending::seen).orElse(pending);
    pending = waiting;
    if (waiting != null) {
      if (seen != null && !seen.at().isBefore(waiting.ended().plus(settles).plus(surrounding))) {
        finish(waiting, seen, acted ? begun(cycle) : null);
      } else if (acted) {
        finished.add(waiting.resize()); // what comes now is not its effect alone
        pending = null;
      }
    }
    if (cycle.outcome().isPresent()) {
      ended(cycle, cycle.outcome().get(), seen);
    }
  }

  /** When what the cycle did began. */
  private Instant begun(Cycle cycle) {
    return begun == null ? cycle.at() : begun;
  }

  /** New servers may have come up without its being known yet what they are to hold. */
  private void ended(Cycle cycle, Outcome outcome, @Nullable Observation before) {
    joined.addAll(joinings.get());
    Opening opened = opening == null ? opened(cycle, outcome, before) : opening.with(outcome);
    if (outcome instanceof Outcome.Replan) {
      opening = opened;
      return;
    }
    if (new Steps(reached).resize()) {
      pending = new Pending(resize(opened), time.now(), false);
    }
    reached.clear();
    joined.clear();
    opening = null;
    begun = null;
  }

  private Opening opened(Cycle cycle, Outcome outcome, @Nullable Observation before) {
    Instant from = begun(cycle);
    return new Opening(
        from,
        cycle.observation().map(seen -> seen.topology().nodes().size()).orElse(0),
        cycle.decision().verdict().reasons().get(0).toString(),
        Sides.of(Sides.within(windows.get(), from.minus(surrounding), from), before),
        outcome);
  }

  private Resize resize(Opening opened) {
    Steps steps = new Steps(reached);
    return new Resize(
        opened.from(),
        opened.nodes(),
        opened.nodes() + steps.change(),
        opened.why(),
        opened.outcome().sentence().toString(),
        joined,
        steps.times(Duration.between(opened.from(), time.now())),
        steps.work(),
        opened.before(),
        null);
  }

  /**
   * @param next when something else began; null while nothing has
   */
  private void finish(Pending waiting, Observation seen, @Nullable Instant next) {
    Resize resize = waiting.resize();
    Instant soon = seen.at().plus(surrounding);
    Instant until = next != null && next.isBefore(soon) ? next : soon;
    List<WindowResult> after = Sides.within(windows.get(), waiting.ended().plus(settles), until);
    finished.add(resize.with(resize.times(), Sides.of(after, seen)));
    pending = null;
  }

  /** All resizes, the earliest first; one whose effect was not seen has no "after". */
  List<Resize> resizes() {
    List<Resize> all = new ArrayList<>(finished);
    if (pending != null) {
      all.add(pending.resize());
    }
    if (opening != null) {
      all.add(resize(opening));
    }
    return all;
  }
}
