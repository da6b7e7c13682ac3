package io.proteus.controller.bounds;

import static io.proteus.core.strategy.ReasonCode.BEYOND_LIMIT;

import io.proteus.core.plan.Plan;
import io.proteus.core.setting.Key;
import io.proteus.core.step.Price;
import io.proteus.core.strategy.Reason;
import io.proteus.core.units.ByteSize;
import io.proteus.core.words.Sentence;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How much of each kind one plan may do, its second half included; null stands for no limit.
 *
 * @param moves partitions that move, each as often as it does
 * @param bytesMoved their size
 * @param memorySplits nodes that divide their memory anew while they run
 * @param restarts nodes that are restarted
 * @param tablesAltered tables whose settings change
 * @param bytesCompacted data that is rewritten
 * @param nodesAdded nodes that are started
 * @param nodesRemoved nodes that are stopped for good
 * @param splits partitions that are split in two, and merges
 */
public record PlanLimits(
    @Key(doc = "partitions that one plan may move", usual = "none", zero = true, none = "none")
        @Nullable Integer moves,
    @Key(doc = "the same, their size", usual = "none", none = "none") @Nullable ByteSize bytesMoved,
    @Key(
            doc = "nodes whose memory one plan may divide anew online",
            usual = "none",
            zero = true,
            none = "none")
        @Nullable Integer memorySplits,
    @Key(doc = "nodes that one plan may restart", usual = "none", zero = true, none = "none")
        @Nullable Integer restarts,
    @Key(doc = "tables that one plan may alter", usual = "none", zero = true, none = "none")
        @Nullable Integer tablesAltered,
    @Key(doc = "data that one plan may rewrite", usual = "none", none = "none")
        @Nullable ByteSize bytesCompacted,
    @Key(doc = "nodes that one plan may start", usual = "none", zero = true, none = "none")
        @Nullable Integer nodesAdded,
    @Key(doc = "nodes that one plan may stop for good", usual = "none", zero = true, none = "none")
        @Nullable Integer nodesRemoved,
    @Key(
            doc = "splits and merges of partitions that one plan may make",
            usual = "none",
            zero = true,
            none = "none")
        @Nullable Integer splits) {
  public static final PlanLimits NONE =
      new PlanLimits(null, null, null, null, null, null, null, null, null);

  /** What a plan may do up to these limits, and where they are set. */
  private record Allowance(String section, String words) {}

  /** Why a person has to approve a plan; empty where it is within all limits. */
  public Optional<Reason> exceededBy(Plan plan) {
    return exceededBy(plan, new Allowance("approval.limits.", "without a person"));
  }

  /** Why two people have to approve a plan; empty where it is within all limits. */
  Optional<Reason> fourEyesFor(Plan plan) {
    return exceededBy(plan, new Allowance("approval.fourEyes.", "with one person's approval"));
  }

  private Optional<Reason> exceededBy(Plan plan, Allowance by) {
    Price price = plan.wholePrice();
    return beyond(by, "moves", "move {%d partitions}", price.moves(), moves)
        .or(() -> beyond(by, "bytesMoved", "move %s", price.bytesMoved(), bytesMoved))
        .or(
            () ->
                beyond(
                    by,
                    "memorySplits",
                    "set {%d nodes} online",
                    price.restartsSaved(),
                    memorySplits))
        .or(() -> beyond(by, "restarts", "restart {%d nodes}", price.restarts(), restarts))
        .or(
            () ->
                beyond(
                    by, "tablesAltered", "alter {%d tables}", price.tablesAltered(), tablesAltered))
        .or(
            () ->
                beyond(by, "bytesCompacted", "compact %s", price.bytesCompacted(), bytesCompacted))
        .or(() -> beyond(by, "nodesAdded", "start {%d nodes}", price.nodesAdded(), nodesAdded))
        .or(() -> beyond(by, "nodesRemoved", "stop {%d nodes}", price.nodesRemoved(), nodesRemoved))
        .or(
            () ->
                beyond(by, "splits", "split and merge %d {time|times}", price.reshapes(), splits));
  }

  private static <T extends Comparable<T>> Optional<Reason> beyond(
      Allowance by, String key, String template, T wanted, @Nullable T most) {
    return most == null || wanted.compareTo(most) <= 0
        ? Optional.empty()
        : Optional.of(
            BEYOND_LIMIT.because(
                by.section() + key,
                "it would %s, and %s the most is %s",
                Sentence.of(template, wanted),
                by.words(),
                most));
  }
}
