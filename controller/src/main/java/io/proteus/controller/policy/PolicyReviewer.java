package io.proteus.controller.policy;

import io.proteus.controller.policy.PolicyReview.Change;
import io.proteus.controller.policy.PolicyReview.Match;
import io.proteus.controller.policy.PolicyReview.State;
import io.proteus.controller.policy.PolicyValues.Means;
import io.proteus.controller.policy.PolicyValues.Where;
import io.proteus.core.cluster.Effect;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.RequestRates;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.parameter.Parameter;
import io.proteus.core.strategy.Choice;
import io.proteus.core.strategy.PendingChoice;
import io.proteus.core.strategy.SettingsMemory.Standing;
import io.proteus.core.strategy.Situation;
import io.proteus.core.units.Ratio;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Checks every table and node against the policies: which policy fits, which values follow, and
 * what has to be set.
 *
 * <p>A workload must ask for a policy and its values without a break for the hold time before they
 * count. Time without observation is a break; values within the tolerance are equal. What counts is
 * remembered as decided and compared with the cluster. Missing values are set. A value that was set
 * once and differs now was changed by somebody else; it is left alone until another policy or other
 * values are asked for.
 *
 * @param shelf the policies that take part
 * @param hold for how long something must be asked for; null for each policy's own time
 * @param tolerance how far numbers may differ that are the same
 * @param restarts whether nodes may be restarted for what takes a restart
 * @param keepsHandSet whether tables keep what somebody has set on them by hand
 * @param idleBelow requests per second below which a table or node is not used
 */
public record PolicyReviewer(
    PolicyShelf shelf,
    @Nullable Duration hold,
    Ratio tolerance,
    boolean restarts,
    boolean keepsHandSet,
    double idleBelow) {

  /** One that keeps what somebody has set by hand. */
  public PolicyReviewer(
      PolicyShelf shelf,
      @Nullable Duration hold,
      Ratio tolerance,
      boolean restarts,
      double idleBelow) {
    this(shelf, hold, tolerance, restarts, true, idleBelow);
  }

  /** In periods of the latest sample: one sample may fail, and the next may be late. */
  private static final int MOST_SPANS_UNSEEN = 3;

  private static final Set<Where> OF_TABLES = EnumSet.of(Where.TABLE, Where.COLUMN_FAMILY);
  private static final Set<Where> OF_NODES = EnumSet.of(Where.MEMORY_SPLIT, Where.RESTART);

  /** Every table and node, in order. */
  public List<PolicyReview> review(Situation now, boolean atOnce) {
    List<PolicyReview> reviews = new ArrayList<>();
    for (Subject subject :
        new Subjects(
                shelf.catalogue(), shelf.guide(), shelf.nodeMemory(), shelf.expected(), idleBelow)
            .of(now)) {
      reviews.add(review(subject, now, atOnce));
    }
    return reviews;
  }

  /** Whether a parameter is set on such as this, or is at least for people who look after it. */
  static boolean isHere(PolicyValues.Line line, Subject subject) {
    return line.where().isOfTables() == subject.isTable();
  }

  private PolicyReview review(Subject subject, Situation now, boolean atOnce) {
    Standing before = now.memory().settings().of(subject.name()).orElse(Standing.NEW);
    List<Match> matches =
        shelf.policies().stream()
            .map(policy -> Match.of(policy, subject.known(isInForce(policy, before))))
            .toList();
    Policy chosen =
        matches.stream().filter(Match::holds).map(Match::policy).findFirst().orElse(null);
    if (chosen == null) {
      State state =
          subject.requests() == null
              ? State.UNKNOWN
              : subject.used() ? State.NO_POLICY : State.IDLE;
      return new PolicyReview(
          subject,
          matches,
          null,
          new PolicyValues(List.of()),
          before.inForce(),
          before,
          before.calm(),
          before.calm(),
          Change.NONE,
          state,
          withoutPolicy(state, subject),
          PresplitReview.NONE);
    }
    PresplitReview presplit =
        PresplitReview.of(chosen, subject, before.inForce(), shelf.keys(), now);
    PolicyValues values = values(chosen, subject, presplit);
    if (keepsHandSet && subject.table() != null) {
      values = new HandSetValues(subject.table(), before, chosen.name()).kept(values);
    }
    return decided(subject, matches, chosen, values, presplit, before, now, atOnce);
  }

  private static boolean isInForce(Policy policy, Standing before) {
    Choice inForce = before.inForce();
    return inForce != null && inForce.policy().equals(policy.name());
  }

  /** The values, without a memory split that needs a restart where none is allowed. */
  private PolicyValues values(Policy chosen, Subject subject, PresplitReview presplit) {
    Map<String, Object> known = subject.known(true);
    if (!presplit.missing().isEmpty()) {
      // what is set follows from how the table is split by then
      known.put("partitions", BigDecimal.valueOf(presplit.decided()));
    }
    Node node = subject.node();
    Means means = means(node);
    PolicyValues values = values(chosen, known, means);
    return node == null || !isForbidden(node, split(values.values(OF_NODES), node))
        ? values
        : values(chosen, known, means.withoutSplits());
  }

  private PolicyValues values(Policy chosen, Map<String, Object> known, Means means) {
    return PolicyValues.of(chosen, shelf.catalogue(), shelf.guide(), means, known);
  }

  /** The policy and what it comes to. */
  private static Choice choice(
      Policy chosen, PolicyValues values, Subject subject, PresplitReview presplit) {
    Map<String, String> all = values.values(subject.isTable() ? OF_TABLES : OF_NODES);
    SortedMap<String, String> chosenValues = new TreeMap<>(all);
    if (presplit.decided() > 0) {
      chosenValues.put(PresplitReview.CHOSEN, Integer.toString(presplit.decided()));
    }
    return new Choice(chosen.name(), chosenValues);
  }

  private @Nullable MemorySplit split(Map<String, String> values, Node node) {
    return PolicyValues.split(values, node.memory(), shelf.catalogue(), shelf.guide()).orElse(null);
  }

  /** Whether the node would need a restart that is not allowed. */
  private boolean isForbidden(Node node, @Nullable MemorySplit split) {
    return !restarts && split != null && !node.takesOnline(split);
  }

  private Means means(@Nullable Node node) {
    if (node == null) {
      return Means.ALL;
    }
    boolean splits = node.memory() != null && (node.memoryOnline() || restarts);
    if (!restarts) {
      return new Means(
          splits, "it takes a restart of the node", "policies.restart", node.effects());
    }
    return node.settings() == null || node.split().isUnknown()
        ? new Means(splits, "what the node was started with is not known", null, node.effects())
        : new Means(splits, null, null, node.effects());
  }

  private static String withoutPolicy(State state, Subject subject) {
    return switch (state) {
      case UNKNOWN -> "%s: its requests are not known".formatted(subject.name());
      case IDLE -> "%s is not used: nothing tells what for".formatted(subject.name());
      default -> "%s: no policy is for %s".formatted(subject.name(), use(subject));
    };
  }

  private PolicyReview decided(
      Subject subject,
      List<Match> matches,
      Policy chosen,
      PolicyValues values,
      PresplitReview presplit,
      Standing before,
      Situation now,
      boolean atOnce) {
    Choice wanted = choice(chosen, values, subject, presplit);
    Choice inForce = before.inForce();
    if (inForce != null && isSame(wanted, inForce)) {
      Standing calm = before.calm();
      return held(subject, matches, chosen, values, presplit, inForce, before, calm, calm, "");
    }
    Instant since = since(wanted, before.coming(), now);
    Duration seen = Duration.between(since, now.now());
    Duration needed = hold == null ? chosen.hold() : hold;
    Standing watched = before.awaiting(new PendingChoice(wanted, since, now.now()));
    if (!atOnce && seen.compareTo(needed) < 0) {
      PolicyReview meanwhile =
          held(subject, matches, chosen, values, presplit, inForce, before, watched, watched, "");
      String sentence =
          "%s is %s (%s) for %s of %s: %s waits%s"
              .formatted(
                  subject.name(),
                  chosen.workload(),
                  use(subject),
                  shown(seen),
                  shown(needed),
                  chosen.name(),
                  inForce == null ? "" : ", %s is in force".formatted(inForce.policy()));
      return with(
          meanwhile,
          meanwhile.state() == State.TO_SET ? State.TO_SET : State.WAITS,
          meanwhile.state() == State.TO_SET ? meanwhile.sentence() : sentence);
    }
    String why =
        "%s is %s (%s)%s"
            .formatted(
                subject.name(),
                chosen.workload(),
                use(subject),
                seen.isZero() ? "" : " for " + shown(seen));
    return held(
        subject,
        matches,
        chosen,
        values,
        presplit,
        wanted,
        before,
        watched,
        before.turnedTo(wanted),
        why);
  }

  /** Since when it has been asked for, as far as somebody has looked all the while. */
  private Instant since(Choice wanted, @Nullable PendingChoice coming, Situation now) {
    return coming != null && isSame(wanted, coming.choice()) && isUnbroken(coming.seen(), now)
        ? coming.since()
        : now.now();
  }

  /** Whether hardly a sample is missing since then. */
  private static boolean isUnbroken(@Nullable Instant seen, Situation now) {
    return seen != null
        && Duration.between(seen, now.now())
                .compareTo(now.latest().span().multipliedBy(MOST_SPANS_UNSEEN))
            <= 0;
  }

  private static PolicyReview with(PolicyReview review, State state, String sentence) {
    return new PolicyReview(
        review.subject(),
        review.matches(),
        review.chosen(),
        review.values(),
        review.target(),
        review.before(),
        review.watched(),
        review.decided(),
        review.change(),
        state,
        sentence,
        review.presplit());
  }

  /** The review once the choice counts. */
  private PolicyReview held(
      Subject subject,
      List<Match> matches,
      Policy chosen,
      PolicyValues values,
      PresplitReview presplit,
      @Nullable Choice target,
      Standing before,
      Standing watched,
      Standing decided,
      String why) {
    boolean isOfTarget = target != null && target.policy().equals(chosen.name());
    Change change =
        target == null
            ? Change.NONE
            : change(subject, target, isOfTarget ? presplit.missing() : List.of());
    State state;
    String sentence;
    Standing standing = decided;
    Table table = subject.table();
    if (target == null) {
      state = State.IN_PLACE;
      sentence = subject.name() + ": nothing is in force";
    } else if (table != null && table.settings() == null) {
      state = State.UNKNOWN;
      sentence = subject.name() + ": what is set on it is not known";
    } else if (change.changesNothing()) {
      state = State.IN_PLACE;
      sentence = "%s is set as %s says".formatted(subject.name(), target.policy());
      standing = decided.seenInPlace();
    } else if (decided.settled()) {
      state = State.LEFT;
      sentence =
          "%s: %s not as %s had set them, by somebody else since: left so until other settings are asked for"
              .formatted(subject.name(), change.subject(), target.policy());
    } else {
      state = State.TO_SET;
      Choice inForce = before.inForce();
      sentence =
          why.isEmpty()
              ? "%s: %s still to be set as %s says"
                  .formatted(subject.name(), change.subject(), target.policy())
              : "%s: %s %s%s"
                  .formatted(
                      why,
                      target.policy(),
                      change.verb(),
                      inForce == null || inForce.policy().equals(target.policy())
                          ? ""
                          : " in place of " + inForce.policy());
    }
    return new PolicyReview(
        subject, matches, chosen, values, target, before, watched, standing, change, state,
        sentence, presplit);
  }

  private Change change(Subject subject, Choice target, List<RowKey> splits) {
    Table table = subject.table();
    Node node = subject.node();
    if (table != null) {
      TableSettings is = table.settings();
      if (is == null) {
        return Change.NONE;
      }
      TableSettings wanted = PolicyValues.ofTable(target.values(), is, shelf.catalogue());
      return new Change(
          wanted, is.changeTo(wanted), null, new TreeMap<>(), SettingsChange.NOTHING, splits);
    }
    if (node == null) {
      return Change.NONE;
    }
    MemorySplit is = node.memory();
    MemorySplit split = split(target.values(), node);
    if (is == null || split == null || split.isAbout(is) || isForbidden(node, split)) {
      split = null;
    }
    SortedMap<String, String> started = node.settings();
    SortedMap<String, String> starts =
        PolicyValues.ofStart(target.values(), started, shelf.catalogue(), shelf.guide());
    if (!restarts) {
      starts.keySet().removeIf(key -> node.effectOf(key) != Effect.ONLINE);
    }
    return new Change(
        null,
        TableChange.of(SettingsChange.NOTHING, Map.of()),
        split,
        starts,
        started == null ? SettingsChange.NOTHING : SettingsChange.between(started, starts),
        List.of());
  }

  /** Whether two choices are equal within the tolerance. */
  private boolean isSame(Choice one, Choice other) {
    if (!one.policy().equals(other.policy())
        || !one.values().keySet().equals(other.values().keySet())) {
      return false;
    }
    Map<String, Parameter> parameters = shelf.catalogue().byName();
    return one.values().entrySet().stream()
        .allMatch(
            entry ->
                isSame(
                    parameters.get(entry.getKey()),
                    entry.getValue(),
                    String.valueOf(other.values().get(entry.getKey()))));
  }

  private boolean isSame(@Nullable Parameter parameter, String one, String other) {
    if (one.equals(other) || parameter == null) {
      return one.equals(other);
    }
    Optional<BigDecimal> first = parameter.unit().number(one);
    Optional<BigDecimal> second = parameter.unit().number(other);
    if (first.isEmpty() || second.isEmpty()) {
      return parameter.unit().same(one, other);
    }
    BigDecimal apart = first.get().subtract(second.get()).abs();
    BigDecimal larger = first.get().abs().max(second.get().abs());
    return apart.compareTo(larger.multiply(BigDecimal.valueOf(tolerance.value()))) <= 0;
  }

  /** The use of the subject, for people. */
  static String use(Subject subject) {
    RequestRates requests = subject.requests();
    if (requests == null) {
      return "requests not known";
    }
    if (!subject.used()) {
      return "no requests";
    }
    double all = requests.total();
    return String.format(
        Locale.ROOT,
        "%.0f op/s, %.0f %% reads, %.0f %% scans, %.0f %% writes",
        all,
        100 * requests.reads() / all,
        100 * requests.scans() / all,
        100 * requests.writes() / all);
  }

  private static String shown(Duration duration) {
    long seconds = duration.toSeconds();
    return seconds % 60 == 0 && seconds > 0
        ? seconds / 60 + " min"
        : seconds < 120 ? seconds + " s" : "%d min %d s".formatted(seconds / 60, seconds % 60);
  }
}
