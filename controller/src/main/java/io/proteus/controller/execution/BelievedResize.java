package io.proteus.controller.execution;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.Actions;
import io.proteus.controller.action.PlanProgress;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalEvent.Remembered;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Store;
import io.proteus.core.step.AddNode;
import io.proteus.core.strategy.Resized;
import io.proteus.core.strategy.StrategyMemory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a resize out of the strategy's memory when it did not happen or was undone, which is when
 * the number of nodes is as before. Otherwise the next growth would be too large, and limits and
 * cooldowns would count a resize that never was.
 */
public record BelievedResize(Store store, ActionLog log, Time time) {
  private static final Logger LOG = LoggerFactory.getLogger(BelievedResize.class);

  /** A node that did not come is asked for again at once, if at all. */
  private static final Duration AGAIN_WITHIN = AddNode.TIMEOUT.multipliedBy(2);

  /** Plans looked through for one that brought a memory; most do. */
  private static final int MOST_ENTRIES = 50;

  /**
   * Takes back the memory of a plan, or of the plan that it continues. It does nothing where
   * neither the plan nor its rest resizes, or where the number of nodes, then or now, is not known.
   */
  public void takeBack(PlanProgress begun) {
    Topology before = begun.before();
    if (before == null || !(resizes(begun.plan()) || resizes(begun.rest()))) {
      return;
    }
    try {
      if (store.topology().nodes().size() == before.nodes().size()) {
        Optional<ActionPlan> brought = brought(begun);
        if (brought.isPresent()) {
          take(memoryBefore(brought.get().begun().number()));
        }
      }
    } catch (PortException | JournalException e) {
      LOG.error("the resize of {} may still be believed in: {}", begun.plan().id(), e.getMessage());
    }
  }

  /**
   * Remembers that a plan which is no resize of a strategy had nodes started, as one does that puts
   * a removal back: more of them may come than it asked for. One that asks for the same again is
   * part of the first.
   */
  public void hadNodesStarted(PlanProgress begun) {
    Topology before = begun.before();
    int total =
        begun.plan().steps().stream().mapToInt(step -> step.nodesThen().orElse(0)).max().orElse(0);
    if (before == null || total <= before.nodes().size()) {
      return;
    }
    try {
      StrategyMemory now = log.journal().memory();
      Resized growth = new Resized(before.at(), before.nodes().size(), total);
      if (now.scaling().newest().filter(last -> isTheSame(last, growth)).isEmpty()) {
        log.journal()
            .append(time.now(), new Remembered(now.with(now.scaling().withGivenUp(growth))));
      }
    } catch (JournalException e) {
      LOG.error("what {} had started is not remembered: {}", begun.plan().id(), e.getMessage());
    }
  }

  private static boolean isTheSame(Resized last, Resized growth) {
    return last.from() == growth.from()
        && last.to() == growth.to()
        && Duration.between(last.at(), growth.at()).compareTo(AGAIN_WITHIN) < 0;
  }

  private static boolean resizes(@Nullable Plan plan) {
    return plan != null && plan.steps().stream().anyMatch(step -> step.nodeChange() != 0);
  }

  /** The begin of the plan that brought the memory: of a canary's rest that of its first part. */
  private Optional<ActionPlan> brought(PlanProgress begun) throws JournalException {
    Actions actions = log.now();
    Optional<ActionPlan> own = withMemory(actions.plan(begun.plan().id()));
    String continues = begun.continues();
    return own.isPresent() || continues == null ? own : withMemory(actions.plan(continues));
  }

  private static Optional<ActionPlan> withMemory(Optional<ActionPlan> plan) {
    return plan.filter(begun -> begun.begun().event().memory() != null);
  }

  private StrategyMemory memoryBefore(long planned) throws JournalException {
    for (JournalEntry entry :
        log.journal().before(planned, MOST_ENTRIES, List.of("remembered", "planned"))) {
      StrategyMemory memory =
          entry.event() instanceof Remembered remembered
              ? remembered.memory()
              : ((Planned) entry.event()).memory();
      if (memory != null) {
        return memory;
      }
    }
    return StrategyMemory.INITIAL;
  }

  private void take(StrategyMemory before) throws JournalException {
    StrategyMemory now = log.journal().memory();
    StrategyMemory without = now.withResizesOf(before);
    if (!without.equals(now)) {
      log.journal().append(time.now(), new Remembered(without));
    }
  }
}
