package io.proteus.core.strategy;

import io.proteus.core.cluster.Topology;
import io.proteus.core.units.InvalidValue;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a strategy from one decision to the next; the journal keeps it.
 *
 * @param reconfigured whether the initial reconfiguration is behind us (MET-5's firstTime,
 *     inverted)
 * @param nodesToChange how many nodes the next growth adds (MET-5)
 * @param underloads decisions in a row that found spare capacity (MET-13)
 * @param resizingTo the number of nodes that an unfinished resize is heading for; 0 when none is
 * @param scaling what the other scaling policies, and the limits to all of them, remember
 * @param undone the last action that was undone; null when none was
 * @param calibration what earlier plans yielded, and how long their steps took
 * @param settings what policies of settings remember
 * @param splits the partitions that were split for their load
 * @param compactions the partitions that were compacted for their locality alone
 * @param drains the nodes that operators keep empty; the journal has them beside the memory
 */
public record StrategyMemory(
    boolean reconfigured,
    int nodesToChange,
    int underloads,
    int resizingTo,
    ScalingMemory scaling,
    @Nullable Undone undone,
    Calibration calibration,
    SettingsMemory settings,
    SplitMemory splits,
    CompactionMemory compactions,
    DrainedNodes drains) {
  public static final StrategyMemory INITIAL = new StrategyMemory(false, 1, 0, 0);

  public StrategyMemory {
    if (nodesToChange < 1 || underloads < 0 || resizingTo < 0) {
      throw new InvalidValue(
          "strategy memory: want nodesToChange >= 1 and no negative count, got %d, %d, %d."
              .formatted(nodesToChange, underloads, resizingTo));
    }
    // a journal from before there were other policies has none
    scaling = Objects.requireNonNullElse(scaling, ScalingMemory.NONE);
    // and one from before plans were compared with what came of them has none of this
    calibration = Objects.requireNonNullElse(calibration, Calibration.NONE);
    settings = Objects.requireNonNullElse(settings, SettingsMemory.NONE);
    splits = Objects.requireNonNullElse(splits, SplitMemory.NONE);
    compactions = Objects.requireNonNullElse(compactions, CompactionMemory.NONE);
    drains = Objects.requireNonNullElse(drains, DrainedNodes.NONE);
  }

  /** A memory in which nothing was split. */
  public StrategyMemory(
      boolean reconfigured,
      int nodesToChange,
      int underloads,
      int resizingTo,
      ScalingMemory scaling,
      @Nullable Undone undone,
      Calibration calibration,
      SettingsMemory settings) {
    this(
        reconfigured,
        nodesToChange,
        underloads,
        resizingTo,
        scaling,
        undone,
        calibration,
        settings,
        SplitMemory.NONE,
        CompactionMemory.NONE,
        DrainedNodes.NONE);
  }

  /** A memory with MeT's fields only. */
  public StrategyMemory(boolean reconfigured, int nodesToChange, int underloads, int resizingTo) {
    this(
        reconfigured,
        nodesToChange,
        underloads,
        resizingTo,
        ScalingMemory.NONE,
        null,
        Calibration.NONE,
        SettingsMemory.NONE);
  }

  public StrategyMemory withUnderloads(int count) {
    return new StrategyMemory(
        reconfigured,
        nodesToChange,
        count,
        resizingTo,
        scaling,
        undone,
        calibration,
        settings,
        splits,
        compactions,
        drains);
  }

  public StrategyMemory withNodesToChange(int count) {
    return new StrategyMemory(
        reconfigured,
        count,
        underloads,
        resizingTo,
        scaling,
        undone,
        calibration,
        settings,
        splits,
        compactions,
        drains);
  }

  public StrategyMemory withReconfigured() {
    return new StrategyMemory(
        true,
        nodesToChange,
        underloads,
        resizingTo,
        scaling,
        undone,
        calibration,
        settings,
        splits,
        compactions,
        drains);
  }

  public StrategyMemory withResizingTo(int nodes) {
    return new StrategyMemory(
        reconfigured,
        nodesToChange,
        underloads,
        nodes,
        scaling,
        undone,
        calibration,
        settings,
        splits,
        compactions,
        drains);
  }

  public StrategyMemory with(ScalingMemory remembered) {
    return new StrategyMemory(
        reconfigured,
        nodesToChange,
        underloads,
        resizingTo,
        remembered,
        undone,
        calibration,
        settings,
        splits,
        compactions,
        drains);
  }

  public StrategyMemory with(Calibration learned) {
    return new StrategyMemory(
        reconfigured,
        nodesToChange,
        underloads,
        resizingTo,
        scaling,
        undone,
        learned,
        settings,
        splits,
        compactions,
        drains);
  }

  /**
   * An action was undone: no resize is under way any more, and what it had set is left as it was
   * before.
   */
  public StrategyMemory with(Undone action) {
    return new StrategyMemory(
        reconfigured,
        nodesToChange,
        underloads,
        0,
        scaling,
        action,
        calibration,
        settings.leftToOthers(),
        splits,
        compactions,
        drains);
  }

  /** What was undone may be done again at once. */
  public StrategyMemory withoutUndone() {
    return new StrategyMemory(
        reconfigured,
        nodesToChange,
        underloads,
        resizingTo,
        scaling,
        null,
        calibration,
        settings,
        splits,
        compactions,
        drains);
  }

  /**
   * The same with what was learned on the way to a retarget that is not carried out: loads, yields
   * and the time of asking. Changes that only the retarget itself would bring are left out.
   *
   * @param wanted what would be remembered if it were done
   */
  public StrategyMemory learning(StrategyMemory wanted) {
    return with(wanted.scaling.withResizes(scaling.resizes()));
  }

  /**
   * The same with what a later memory has learned meanwhile: load, resizes, undone action and
   * calibration.
   */
  public StrategyMemory sinceLearned(StrategyMemory later) {
    return new StrategyMemory(
        reconfigured,
        nodesToChange,
        underloads,
        resizingTo,
        later.scaling,
        later.undone,
        later.calibration,
        settings,
        splits,
        compactions,
        drains);
  }

  /**
   * The same with the resizes of another memory, including how many nodes come next. A resize that
   * was decided and not carried out is thereby forgotten.
   */
  public StrategyMemory withResizesOf(StrategyMemory other) {
    return new StrategyMemory(
        reconfigured,
        other.nodesToChange,
        underloads,
        other.resizingTo,
        scaling.givingUpFor(other.scaling.resizes()),
        undone,
        calibration,
        settings,
        splits,
        compactions,
        drains);
  }

  /** The same after a look at the machines that growths have started. */
  public StrategyMemory seeing(Topology now) {
    return with(scaling.seeing(now));
  }

  public StrategyMemory with(SettingsMemory remembered) {
    return new StrategyMemory(
        reconfigured,
        nodesToChange,
        underloads,
        resizingTo,
        scaling,
        undone,
        calibration,
        remembered,
        splits,
        compactions,
        drains);
  }

  public StrategyMemory with(SplitMemory remembered) {
    return new StrategyMemory(
        reconfigured,
        nodesToChange,
        underloads,
        resizingTo,
        scaling,
        undone,
        calibration,
        settings,
        remembered,
        compactions,
        drains);
  }

  public StrategyMemory with(DrainedNodes kept) {
    return new StrategyMemory(
        reconfigured,
        nodesToChange,
        underloads,
        resizingTo,
        scaling,
        undone,
        calibration,
        settings,
        splits,
        compactions,
        kept);
  }

  public StrategyMemory with(CompactionMemory remembered) {
    return new StrategyMemory(
        reconfigured,
        nodesToChange,
        underloads,
        resizingTo,
        scaling,
        undone,
        calibration,
        settings,
        splits,
        remembered,
        drains);
  }
}
