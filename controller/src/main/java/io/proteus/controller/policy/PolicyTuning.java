package io.proteus.controller.policy;

import static io.proteus.core.strategy.ReasonCode.CLASS_NOT_CONFIRMED;
import static io.proteus.core.strategy.ReasonCode.NOT_CAPABLE;
import static io.proteus.core.strategy.ReasonCode.POLICY_SWITCH;
import static io.proteus.core.strategy.ReasonCode.SETTINGS_LEFT;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.Node;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.Table;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.SettingsMemory;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.WantedSettings;
import io.proteus.core.strategy.configuration.SettingsChoice;
import io.proteus.core.strategy.configuration.SettingsPolicy;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sets each table and node as the policy says that is for its use (PCM-1 to PCM-6).
 *
 * @param policies as they are now; one decision asks once
 */
public record PolicyTuning(Supplier<PolicyReviewer> policies) implements SettingsPolicy {
  /** With policies that stay as they are. */
  public PolicyTuning(PolicyReviewer reviewer) {
    this(() -> reviewer);
  }

  /** Beyond this number, the remaining tables and nodes share one sentence. */
  private static final int MOST_SAID = 10;

  @Override
  public SettingsChoice choose(Situation now, boolean atOnce) {
    List<PolicyReview> reviews = policies.get().review(now, atOnce);
    Map<TableId, TableSettings> tables = new TreeMap<>();
    Map<NodeId, SortedMap<String, String>> starts = new TreeMap<>();
    SortedMap<NodeId, MemorySplit> splits = new TreeMap<>();
    SortedMap<TableId, List<RowKey>> presplits = new TreeMap<>();
    Map<String, SettingsMemory.Standing> watched = new TreeMap<>();
    Map<String, SettingsMemory.Standing> decided = new TreeMap<>();
    for (PolicyReview review : reviews) {
      remember(watched, review, review.watched());
      remember(decided, review, review.decided());
      if (review.state() == PolicyReview.State.TO_SET) {
        add(review, tables, starts, splits);
        Table table = review.subject().table();
        if (table != null && !review.change().splits().isEmpty()) {
          presplits.put(table.id(), review.change().splits());
        }
      }
    }
    return new SettingsChoice(
        WantedSettings.of(tables, starts),
        splits,
        said(reviews, PolicyReview.State.TO_SET, POLICY_SWITCH, "policies.hold"),
        remarks(reviews),
        waiting(reviews),
        now.memory().settings().with(watched),
        now.memory().settings().with(decided),
        presplits);
  }

  private static void remember(
      Map<String, SettingsMemory.Standing> all,
      PolicyReview review,
      SettingsMemory.Standing standing) {
    if (!standing.equals(SettingsMemory.Standing.NEW)) {
      all.put(review.subject().name(), standing);
    }
  }

  private static void add(
      PolicyReview review,
      Map<TableId, TableSettings> tables,
      Map<NodeId, SortedMap<String, String>> starts,
      SortedMap<NodeId, MemorySplit> splits) {
    PolicyReview.Change change = review.change();
    Table table = review.subject().table();
    Node node = review.subject().node();
    TableSettings wanted = change.wanted();
    if (table != null && wanted != null && !change.ofTable().changesNothing()) {
      tables.put(table.id(), wanted);
    }
    MemorySplit split = change.split();
    if (node != null && split != null) {
      splits.put(node.id(), split);
    }
    if (node != null && !change.ofStart().changesNothing()) {
      starts.put(node.id(), change.startsWith());
    }
  }

  private static List<Reason> waiting(List<PolicyReview> reviews) {
    List<Reason> reasons =
        new ArrayList<>(
            said(reviews, PolicyReview.State.WAITS, CLASS_NOT_CONFIRMED, "policies.hold"));
    reasons.addAll(said(reviews, PolicyReview.State.LEFT, SETTINGS_LEFT, null));
    return reasons;
  }

  private static List<Reason> said(
      List<PolicyReview> reviews,
      PolicyReview.State state,
      ReasonCode code,
      @Nullable String setting) {
    List<PolicyReview> inState = reviews.stream().filter(r -> r.state() == state).toList();
    List<Reason> reasons = new ArrayList<>();
    for (PolicyReview review : inState.subList(0, Math.min(MOST_SAID, inState.size()))) {
      reasons.add(new Reason(code, Sentence.verbatim(review.sentence()), setting));
    }
    if (inState.size() > MOST_SAID) {
      List<PolicyReview> rest = inState.subList(MOST_SAID, inState.size());
      reasons.add(
          new Reason(
              code,
              Sentence.of(
                  "and %d more alike: %s",
                  rest.size(), Few.of(rest.stream().map(r -> r.subject().name()).toList())),
              setting));
    }
    return reasons;
  }

  /** The settings that are not made although a policy asks for them, each obstacle once. */
  private static List<Reason> remarks(List<PolicyReview> reviews) {
    record Obstacle(String sentence, @Nullable String setting) {}
    Map<Obstacle, List<String>> met = new LinkedHashMap<>();
    for (PolicyReview review : reviews) {
      if (review.state() == PolicyReview.State.TO_SET) {
        for (PolicyValues.Line line : review.values().lines()) {
          if (line.obstacle() != null && PolicyReviewer.isHere(line, review.subject())) {
            String value = line.value();
            Obstacle obstacle =
                new Obstacle(
                    "%s%s is not set: %s"
                        .formatted(
                            line.parameter().name(),
                            value == null ? "" : " " + line.parameter().unit().shown(value),
                            line.obstacle()),
                    line.setting());
            met.computeIfAbsent(obstacle, o -> new ArrayList<>()).add(review.subject().id());
          }
        }
      }
    }
    List<Reason> remarks = new ArrayList<>();
    met.forEach(
        (obstacle, subjects) ->
            remarks.add(
                new Reason(
                    NOT_CAPABLE,
                    Sentence.of("%s (%s)", obstacle.sentence(), Few.of(subjects)),
                    obstacle.setting())));
    for (PolicyReview review : reviews) {
      if (review.state() == PolicyReview.State.TO_SET) {
        review
            .presplit()
            .unsplit(review.subject())
            .map(why -> new Reason(NOT_CAPABLE, why, review.presplit().setting()))
            .ifPresent(remarks::add);
      }
    }
    return remarks.size() > MOST_SAID ? remarks.subList(0, MOST_SAID) : remarks;
  }
}
