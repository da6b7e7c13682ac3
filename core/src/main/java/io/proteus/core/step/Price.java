package io.proteus.core.step;

import io.proteus.core.units.ByteSize;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Sayable;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.Comparator;
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
public record Price(Map<Measure, Long> amounts) implements Sayable {
  private static final Set<Measure> WITH_WORDS =
      Set.of(
          AddNode.NODES,
          MovePartition.MOVES,
          MovePartition.BYTES,
          SetMemorySplit.RESTARTS_SAVED,
          RestartNode.RESTARTS,
          AlterTable.TABLES,
          CompactPartition.BYTES,
          MoveToken.TOKENS,
          MoveToken.BYTES,
          RemoveNode.NODES);

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

  /** What is counted; {@code nothing} where nothing is. What costs nothing is left out. */
  @Override
  public Sentence sentence() {
    List<Sentence> parts = new ArrayList<>();
    add(parts, nodesAdded(), "{%,d nodes} started");
    if (moves() > 0) {
      ByteSize size = ByteSize.ofBytes(amount(MovePartition.BYTES));
      parts.add(Sentence.of("%,d {move|moves}, %s", moves(), size));
    }
    if (tokenMoves() > 0) {
      parts.add(
          Sentence.of(
              "%,d {token moves|tokens move}, %s",
              tokenMoves(), ByteSize.ofBytes(amount(MoveToken.BYTES))));
    }
    add(parts, restartsSaved(), "{%,d nodes} set online");
    add(parts, restarts(), "%,d {restart|restarts}, drained, one after the other");
    add(parts, tablesAltered(), "{%,d tables} altered online");
    if (bytesCompacted().compareTo(ByteSize.ZERO) > 0) {
      parts.add(Sentence.of("%s compacted", bytesCompacted()));
    }
    add(parts, nodesRemoved(), "{%,d nodes} stopped");
    amounts.keySet().stream()
        .filter(measure -> !WITH_WORDS.contains(measure))
        .sorted(Comparator.comparing(Measure::name))
        .forEach(measure -> parts.add(other(measure)));
    return parts.isEmpty() ? Sentence.of("nothing") : Sentence.joined("; ", parts);
  }

  private static void add(List<Sentence> parts, long count, String template) {
    if (count > 0) {
      parts.add(Sentence.of(template, count));
    }
  }

  /** What a step counts that has no words of its own above, as the step says it. */
  private Sentence other(Measure measure) {
    long amount = amount(measure);
    return Sentence.of(
        "%s: %s",
        measure.about(), measure.unit() == Measure.Unit.BYTES ? ByteSize.ofBytes(amount) : amount);
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

  /** What goes to other nodes: in partitions that move, or as a token does. */
  public ByteSize bytesMoved() {
    return ByteSize.ofBytes(amount(MovePartition.BYTES) + amount(MoveToken.BYTES));
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

  public int tokenMoves() {
    return Math.toIntExact(amount(MoveToken.TOKENS));
  }

  public int nodesRemoved() {
    return Math.toIntExact(amount(RemoveNode.NODES));
  }
}
