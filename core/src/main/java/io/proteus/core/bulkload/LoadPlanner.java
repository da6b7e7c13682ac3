package io.proteus.core.bulkload;

import io.proteus.core.bulkload.LoadRules.Load;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plans loads.
 *
 * @param rules whose settings
 * @param partitioner how splits are found
 * @param partitions how many there are to be; null: as many a node as the rules or {@code
 *     partitionsPerNode} have it
 * @param partitionsPerNode null: as the rules have it
 * @param mostImbalance how many times its fair share the largest partition may get
 */
public record LoadPlanner(
    LoadRules rules,
    Partitioner partitioner,
    @Nullable Integer partitions,
    @Nullable Integer partitionsPerNode,
    double mostImbalance) {
  /**
   * A larger number is surely a mistake, and would keep the store busy with its partitions alone.
   */
  private static final int MOST_PARTITIONS = 100_000;

  public LoadPlanner {
    refuseOutside("--partitions", partitions);
    refuseOutside("--partitions-per-node", partitionsPerNode);
    if (partitions != null && partitionsPerNode != null) {
      throw new InvalidValue("--partitions, --partitions-per-node: want one of them, got both.");
    }
    if (!(mostImbalance >= 1)) {
      throw new InvalidValue(
          "--max-imbalance: want 1 or more, got %s. 1.5 lets the largest partition have half as much again as its fair share."
              .formatted(mostImbalance));
    }
  }

  private static void refuseOutside(String option, @Nullable Integer count) {
    if (count != null && (count < 1 || count > MOST_PARTITIONS)) {
      throw new InvalidValue("%s: want 1..%,d, got %,d.".formatted(option, MOST_PARTITIONS, count));
    }
  }

  /**
   * HCF-1 and PCM-8: N partitions a live node, N from the rules.
   *
   * @throws InvalidValue when it cannot be done well; the message names the option and what is
   *     wanted
   */
  public LoadPlan plan(LoadRequest request, LoadTarget target, LoadRoute route) {
    long count = count(target);
    if (count > MOST_PARTITIONS) {
      throw new LoadRefused(
          "--partitions-per-node: want at most {%,d partitions} in all, got %,d.",
          MOST_PARTITIONS, count);
    }
    if (count > request.rows()) {
      throw new LoadRefused(
          "--rows: want at least %,d, one a {partition}, got %,d. Such a table needs no bulk load.",
          count, request.rows());
    }
    Splits splits = partitioner.split((int) count, request.rows());
    refuseImbalance(splits);
    boolean inPlace = partitioner instanceof GivenSplits given && given.inPlace();
    Load load = new Load(request, target, route, splits, inPlace);
    List<Proposal> proposals = rules.propose(load);
    return new LoadPlan(
        request,
        target,
        route,
        rules.name(),
        partitioner.name(),
        splits,
        proposals,
        remarks(load, proposals));
  }

  private long count(LoadTarget target) {
    if (partitions != null) {
      return partitions;
    }
    int each = partitionsPerNode == null ? rules.partitionsPerNode() : partitionsPerNode;
    return (long) each * target.nodes();
  }

  private void refuseImbalance(Splits splits) {
    if (splits.imbalance() > mostImbalance) {
      String hint =
          partitioner instanceof SamplePartitioner sampled
              ? " %s is %s of the keys, and a row is never split."
                  .formatted(sampled.sample().heaviest(), sampled.sample().heaviestShare())
              : "";
      throw new LoadRefused(
          "%s: the largest of {%,d partitions} would get %.1f times its fair share (%s), want at"
              + " most %.1f.%s Fewer {partitions} (--partitions), or --max-imbalance %.1f, or"
              + " keys that spread such rows.",
          partitioner instanceof SamplePartitioner sampled
              ? sampled.source()
              : "--key-distribution " + partitioner.name(),
          splits.partitions(),
          splits.imbalance(),
          splits.expectedLargest(),
          mostImbalance,
          hint,
          Math.ceil(splits.imbalance() * 10) / 10);
    }
  }

  private List<Sentence> remarks(Load load, List<Proposal> proposals) {
    List<Sentence> remarks = new ArrayList<>(partitioner.remarks(load.splits().partitions()));
    remarks.addAll(rules.remarks(load, proposals));
    if (load.splits().largestShare() == null) {
      remarks.add(
          Sentence.of("How even the given splits are is not known: they are taken as they are."));
    }
    return remarks;
  }
}
