package io.proteus.controller.policy;

import io.proteus.core.bulkload.Partitioner;
import io.proteus.core.bulkload.Splits;
import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.Table;
import io.proteus.core.parameter.Unit;
import io.proteus.core.strategy.Choice;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Sentence;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Into how many partitions a policy has an empty table split before its load (PCM-8), and at which
 * keys. Without keys that somebody has told, nothing is split: halves of nothing are nowhere.
 *
 * @param decided into how many it is decided to be split, which stands while the policy is in
 *     force; 0 where that is not decided
 * @param wanted how many the policy asks for; 0 where it asks for none
 * @param missing the keys at which it is still to be split, ascending
 * @param obstacle why it is not split; null where it is, or need not be
 * @param setting the setting that would change that; null where none would
 */
public record PresplitReview(
    int decided,
    int wanted,
    List<RowKey> missing,
    @Nullable Sentence obstacle,
    @Nullable String setting) {
  /** The name for it among the values of a choice; no parameter's. */
  static final String CHOSEN = "presplit";

  static final PresplitReview NONE = new PresplitReview(0, 0, List.of(), null, null);

  /** More splits, one after the other, take longer than a table that is made with them. */
  private static final int MOST_PARTITIONS = 1000;

  /** How many times its fair share the largest partition may get, as in {@code bulk-load}. */
  private static final double MOST_IMBALANCE = 1.5;

  /** Nobody knows how many rows will come; only keys that are numbered depend on it. */
  private static final long ANY_ROWS = Long.MAX_VALUE;

  public PresplitReview {
    missing = List.copyOf(missing);
  }

  private static PresplitReview decided(int decided) {
    return new PresplitReview(decided, 0, List.of(), null, null);
  }

  private static PresplitReview hindered(int wanted, @Nullable String setting, Sentence why) {
    return new PresplitReview(0, wanted, List.of(), why, setting);
  }

  /** What a policy comes to for a table or node. */
  static PresplitReview of(
      Policy policy, Subject subject, @Nullable Choice inForce, TableKeys keys, Situation now) {
    Table table = subject.table();
    if (table == null || policy.presplit() == null) {
      return NONE;
    }
    int before = before(policy, inForce);
    boolean isEmpty = Boolean.TRUE.equals(subject.situation().get("emptyTable"));
    if (!isEmpty) {
      return decided(before);
    }
    int wanted = before > 0 ? before : wanted(policy, subject);
    List<Partition> parts =
        now.topology().partitions().stream()
            .filter(part -> part.table().equals(table.id()))
            .toList();
    if (wanted < 2 || parts.isEmpty() || now.topology().placing().byStore()) {
      return NONE;
    }
    PresplitReview found;
    try {
      found = found(wanted, table, parts, keys, now);
    } catch (InvalidValue e) {
      found =
          hindered(
              wanted, "policies.keySamples", Sentence.verbatim(String.valueOf(e.getMessage())));
    }
    if (found.obstacle == null) {
      return found;
    }
    return parts.size() < wanted
        ? new PresplitReview(before, wanted, List.of(), found.obstacle, found.setting)
        : decided(before);
  }

  private static PresplitReview found(
      int wanted, Table table, List<Partition> parts, TableKeys keys, Situation now) {
    Optional<Partitioner> partitioner = keys.of(table.id());
    if (partitioner.isEmpty()) {
      return hindered(wanted, "policies.keys", Sentence.of("nobody says how its keys look"));
    }
    if (!now.latest().capabilities().contains(Capability.RESHAPE_PARTITION)) {
      return hindered(wanted, null, Sentence.of("this store does not split {partitions} by order"));
    }
    if (!now.topology().restrictions().mayReshape(table.id())
        || parts.stream().anyMatch(part -> part.rows() == null)) {
      return hindered(wanted, null, Sentence.of("it is set to keep its {partitions} as they are"));
    }
    if (wanted > MOST_PARTITIONS) {
      return hindered(
          wanted,
          null,
          Sentence.of(
              "of more than {%d partitions} it is better made anew, by `proteus bulk-load`",
              MOST_PARTITIONS));
    }
    Splits splits = partitioner.get().split(wanted, ANY_ROWS);
    if (splits.imbalance() > MOST_IMBALANCE) {
      return hindered(
          wanted,
          "policies.keySamples",
          Sentence.of(
              "the largest would get %s of its rows, more than half as much again as its share",
              splits.expectedLargest()));
    }
    Set<RowKey> present =
        parts.stream()
            .map(part -> Objects.requireNonNull(part.rows()).from())
            .filter(Objects::nonNull)
            .collect(Collectors.toSet());
    if (!splits.keys().containsAll(present)) {
      return hindered(wanted, null, Sentence.of("it is split at other keys, and left so"));
    }
    return new PresplitReview(
        wanted,
        wanted,
        splits.keys().stream().filter(key -> !present.contains(key)).toList(),
        null,
        null);
  }

  /** How many the policy had it split into when it came into force; 0 where it did not. */
  private static int before(Policy policy, @Nullable Choice inForce) {
    String count =
        inForce != null && inForce.policy().equals(policy.name())
            ? inForce.values().get(CHOSEN)
            : null;
    return count == null ? 0 : Integer.parseInt(count);
  }

  private static int wanted(Policy policy, Subject subject) {
    return Objects.requireNonNull(policy.presplit())
        .number(subject.known(true))
        .map(number -> new BigDecimal(Unit.COUNT.rounded(number)))
        .map(BigDecimal::intValue)
        .orElse(0);
  }

  /** Why it is not split, for people; empty where nothing is in the way. */
  Optional<Sentence> unsplit(Subject subject) {
    return Optional.ofNullable(obstacle)
        .map(
            why ->
                Sentence.of(
                    "%s is not split into {%d partitions} before its load: %s",
                    subject.name(), wanted, why));
  }
}
