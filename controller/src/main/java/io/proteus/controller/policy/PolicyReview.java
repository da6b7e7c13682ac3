package io.proteus.controller.policy;

import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.RowKey;
import io.proteus.core.cluster.SettingsChange;
import io.proteus.core.cluster.TableChange;
import io.proteus.core.cluster.TableSettings;
import io.proteus.core.strategy.Choice;
import io.proteus.core.strategy.SettingsMemory.Standing;
import io.proteus.core.words.Sentence;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All that there is to say of one table or node.
 *
 * @param matches each policy that takes part, with whether it is for it
 * @param chosen the one that is; null when none is, or nothing is known of its use
 * @param values what that comes to here; none when none was chosen
 * @param target what counts now, the chosen policy or the one that is still in force; null when
 *     nothing does
 * @param before what was remembered
 * @param watched what is to be remembered where nothing is done
 * @param decided what is to be remembered where it is
 * @param change what is to be changed so that the target is set
 * @param state what comes of it
 * @param sentence why, for people
 * @param presplit how an empty table is split before its load
 */
public record PolicyReview(
    Subject subject,
    List<Match> matches,
    @Nullable Policy chosen,
    PolicyValues values,
    @Nullable Choice target,
    Standing before,
    Standing watched,
    Standing decided,
    Change change,
    State state,
    String sentence,
    PresplitReview presplit) {

  /** The outcome of a review. */
  public enum State {
    /** what it is used for is not known */
    UNKNOWN,
    /** it is not used, so nothing is known of its use */
    IDLE,
    /** no policy is for its use */
    NO_POLICY,
    /** another policy is for its use, but not for long enough yet */
    WAITS,
    /** all is set as it should be */
    IN_PLACE,
    /** what was set was changed by somebody else, and is left to them */
    LEFT,
    /** there is something to set */
    TO_SET
  }

  /**
   * A policy held against a table or node.
   *
   * @param inClass whether its boundaries hold; empty when what they ask for is not known
   * @param condition whether its condition holds; true where it has none
   */
  public record Match(Policy policy, Optional<Boolean> inClass, Optional<Boolean> condition) {
    static Match of(Policy policy, Map<String, ?> situation) {
      return new Match(
          policy,
          policy.when().holds(situation),
          policy.condition() == null ? Optional.of(true) : policy.condition().holds(situation));
    }

    boolean holds() {
      return inClass.orElse(false) && condition.orElse(false);
    }
  }

  /**
   * A change to be made.
   *
   * @param wanted what should be set on the table; null for a node
   * @param ofTable how what is set there differs; nothing where that is not known
   * @param split which split the node should have that has another; null when it has it, or nothing
   *     is said of it
   * @param startsWith what the node should be started with
   * @param ofStart how that differs
   * @param splits the keys at which an empty table is still to be split
   */
  public record Change(
      @Nullable TableSettings wanted,
      TableChange ofTable,
      @Nullable MemorySplit split,
      SortedMap<String, String> startsWith,
      SettingsChange ofStart,
      List<RowKey> splits) {
    static final Change NONE =
        new Change(
            null,
            TableChange.of(SettingsChange.NOTHING, Map.of()),
            null,
            new TreeMap<>(),
            SettingsChange.NOTHING,
            List.of());

    /** Whether all is set as it should be. */
    public boolean changesNothing() {
      return splits.isEmpty() && setsNothing();
    }

    private boolean setsNothing() {
      return ofTable.changesNothing() && split == null && ofStart.changesNothing();
    }

    /** How many values differ. */
    public int size() {
      return ofTable.size() + (split == null ? 0 : 2) + ofStart.set().size();
    }

    /** What a policy does, for people: {@code sets 3 values and splits it at 11 keys}. */
    String verb() {
      String sets = Sentence.of("sets %d {value|values}", size()).toString();
      String divides = Sentence.of("splits it at %d {key|keys}", splits.size()).toString();
      return splits.isEmpty() ? sets : size() == 0 ? divides : sets + " and " + divides;
    }

    /** What differs, for people: {@code 3 values are}. */
    String subject() {
      String values = Sentence.of("%d {value is|values are}", size()).toString();
      String keys = Sentence.of("%d {split is|splits are}", splits.size()).toString();
      return splits.isEmpty()
          ? values
          : size() == 0
              ? keys
              : Sentence.of("%d {value|values} and %d {split|splits} are", size(), splits.size())
                  .toString();
    }
  }
}
