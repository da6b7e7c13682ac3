package io.proteus.core.step;

import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The price of a plan: the sum of the amounts that its steps count.
 *
 * @param amounts by what is counted, in pieces or bytes; what a plan costs nothing of is left out
 */
public record Price(Map<Measure, Long> amounts) {
  public static final Price NOTHING = new Price(Map.of());

  public Price {
    amounts.forEach(Price::check);
    if (amounts.containsValue(0L)) {
      amounts = new HashMap<>(amounts);
      amounts.values().removeIf(amount -> amount == 0);
    }
    amounts = Map.copyOf(amounts);
  }

  private static void check(Measure measure, long amount) {
    if (amount < 0) {
      throw new InvalidValue(
          "price: %s: want 0 or more, got %d.".formatted(measure.name(), amount));
    }
  }

  /** A single amount. */
  public static Price of(Measure measure, long amount) {
    return new Price(Map.of(measure, amount));
  }

  /** The price of these steps together. */
  public static Price of(List<Step> steps) {
    Tally tally = new Tally();
    steps.forEach(step -> step.cost(tally));
    return tally.price();
  }

  /** The sum of both. */
  public Price plus(Price other) {
    Map<Measure, Long> sum = new HashMap<>(amounts);
    other.amounts.forEach((measure, more) -> sum.merge(measure, more, Math::addExact));
    return new Price(sum);
  }

  /** How much of it there is, in pieces or bytes. */
  public long amount(Measure measure) {
    return amounts.getOrDefault(measure, 0L);
  }

  /** The kinds of steps that have a price here. */
  public Set<StepKind> kinds() {
    return amounts.keySet().stream()
        .flatMap(measure -> measure.kind().stream())
        .collect(Collectors.toUnmodifiableSet());
  }

  // what core's own steps count

  public int moves() {
    return Math.toIntExact(amount(MovePartition.MOVES));
  }

  public ByteSize bytesMoved() {
    return ByteSize.ofBytes(amount(MovePartition.BYTES));
  }

  public int restarts() {
    return Math.toIntExact(amount(RestartNode.RESTARTS));
  }

  public int restartsSaved() {
    return Math.toIntExact(amount(SetMemorySplit.RESTARTS_SAVED));
  }

  public int tablesAltered() {
    return Math.toIntExact(amount(AlterTable.TABLES));
  }

  public ByteSize bytesCompacted() {
    return ByteSize.ofBytes(amount(CompactPartition.BYTES));
  }

  public int nodesAdded() {
    return Math.toIntExact(amount(AddNode.NODES));
  }

  /** Splits and merges. */
  public int reshapes() {
    return Math.toIntExact(amount(SplitPartition.SPLITS) + amount(MergePartitions.MERGES));
  }

  public int nodesRemoved() {
    return Math.toIntExact(amount(RemoveNode.NODES));
  }
}
