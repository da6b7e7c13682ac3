package io.proteus.controller.journal;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.proteus.core.cluster.MemorySplit;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.TableId;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.Plan;
import io.proteus.core.plan.Prediction;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.words.Sentence;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Something that is worth remembering. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
  @JsonSubTypes.Type(value = Observed.class, name = "observed"),
  @JsonSubTypes.Type(value = ClusterSurveyed.class, name = "surveyed"),
  @JsonSubTypes.Type(value = JournalEvent.Decided.class, name = "decided"),
  @JsonSubTypes.Type(value = JournalEvent.Planned.class, name = "planned"),
  @JsonSubTypes.Type(value = JournalEvent.StepReached.class, name = "step"),
  @JsonSubTypes.Type(value = JournalEvent.PlanBraked.class, name = "plan-braked"),
  @JsonSubTypes.Type(value = JournalEvent.PlanEnded.class, name = "plan-ended"),
  @JsonSubTypes.Type(value = JournalEvent.BalancerTaken.class, name = "balancer-taken"),
  @JsonSubTypes.Type(value = JournalEvent.BalancerRestored.class, name = "balancer-restored"),
  @JsonSubTypes.Type(value = JournalEvent.CompactionsPaused.class, name = "compactions-paused"),
  @JsonSubTypes.Type(value = JournalEvent.CompactionsResumed.class, name = "compactions-resumed"),
  @JsonSubTypes.Type(value = JournalEvent.Remembered.class, name = "remembered"),
  @JsonSubTypes.Type(value = JournalEvent.OperatorAsked.class, name = "operator-asked"),
  @JsonSubTypes.Type(value = JournalEvent.Proposed.class, name = "proposed"),
  @JsonSubTypes.Type(value = JournalEvent.ProposalEnded.class, name = "proposal-ended"),
  @JsonSubTypes.Type(value = JournalEvent.UndoBegan.class, name = "undo-began"),
  @JsonSubTypes.Type(value = JournalEvent.UndoEnded.class, name = "undo-ended"),
  @JsonSubTypes.Type(value = JournalEvent.Verified.class, name = "verified"),
  @JsonSubTypes.Type(value = JournalEvent.Achieved.class, name = "achieved"),
  @JsonSubTypes.Type(value = JournalEvent.PolicyDrafted.class, name = "policy-drafted"),
  @JsonSubTypes.Type(value = JournalEvent.PoliciesRead.class, name = "policies-read"),
  @JsonSubTypes.Type(value = JournalEvent.LoadPrepared.class, name = "load-prepared"),
  @JsonSubTypes.Type(value = JournalEvent.LoadFinished.class, name = "load-finished"),
  @JsonSubTypes.Type(value = JournalEvent.ClaimTaken.class, name = "claim-taken"),
  @JsonSubTypes.Type(value = JournalEvent.Drained.class, name = "drained")
})
public sealed interface JournalEvent
    permits Observed,
        ClusterSurveyed,
        JournalEvent.Decided,
        JournalEvent.Planned,
        JournalEvent.StepReached,
        JournalEvent.PlanBraked,
        JournalEvent.PlanEnded,
        JournalEvent.BalancerTaken,
        JournalEvent.BalancerRestored,
        JournalEvent.CompactionsPaused,
        JournalEvent.CompactionsResumed,
        JournalEvent.Remembered,
        JournalEvent.OperatorAsked,
        JournalEvent.Proposed,
        JournalEvent.ProposalEnded,
        JournalEvent.UndoBegan,
        JournalEvent.UndoEnded,
        JournalEvent.Verified,
        JournalEvent.Achieved,
        JournalEvent.PolicyDrafted,
        JournalEvent.PoliciesRead,
        JournalEvent.LoadPrepared,
        JournalEvent.LoadFinished,
        JournalEvent.ClaimTaken,
        JournalEvent.Drained {

  /** How all events are named in JSON. */
  static List<String> kinds() {
    return Stream.of(JournalEvent.class.getAnnotation(JsonSubTypes.class).value())
        .map(JsonSubTypes.Type::name)
        .toList();
  }

  /** The plan that it is part of; empty when it is part of none. */
  default Optional<String> planId() {
    return Optional.empty();
  }

  /**
   * A verdict; the settings that would change it are in the reasons.
   *
   * @param verdict hold or retarget
   */
  record Decided(String verdict, List<Reason> reasons) implements JournalEvent {
    public Decided {
      reasons = List.copyOf(reasons);
    }
  }

  /**
   * A plan, whole, before its first step. It is unfinished until it has ended.
   *
   * @param memory what the strategy remembers from here on, so that no crash comes between the plan
   *     and the memory of it; null when that stays as it was
   * @param before the cluster, as far as it takes to undo the plan; null in journals of before
   *     there was an undo
   * @param continues the plan that this one goes on with and is undone with; null when it begins
   *     something new
   * @param rest the plan that follows this one where the node that it sets serves no worse; null
   *     when none does
   */
  record Planned(
      Plan plan,
      @Nullable StrategyMemory memory,
      @Nullable Topology before,
      @Nullable String continues,
      @Nullable Plan rest)
      implements JournalEvent {
    /** A plan that nothing follows. */
    public Planned(
        Plan plan,
        @Nullable StrategyMemory memory,
        @Nullable Topology before,
        @Nullable String continues) {
      this(plan, memory, before, continues, null);
    }

    /** A plan that begins something new and cannot be undone. */
    public Planned(Plan plan, @Nullable StrategyMemory memory) {
      this(plan, memory, null, null, null);
    }

    @Override
    public Optional<String> planId() {
      return Optional.of(plan.id());
    }
  }

  /**
   * A step came further.
   *
   * @param step its place in the plan, counted from 0
   * @param why where that is not plain from the state
   */
  record StepReached(
      String plan, int step, StepState state, Sentence sentence, @Nullable Sentence why)
      implements JournalEvent {
    @Override
    public Optional<String> planId() {
      return Optional.of(plan);
    }
  }

  /**
   * A running plan is held back, or no longer.
   *
   * @param level off, slow, pause, end or put-back
   */
  record PlanBraked(String plan, String level, Reason why) implements JournalEvent {
    @Override
    public Optional<String> planId() {
      return Optional.of(plan);
    }
  }

  /**
   * A plan is over.
   *
   * @param outcome completed, incomplete, replan, abandoned, stopped or dropped
   * @param sentence why
   * @param changes steps that were asked of the store or the cloud
   */
  record PlanEnded(String plan, String outcome, Sentence sentence, int changes)
      implements JournalEvent {
    @Override
    public Optional<String> planId() {
      return Optional.of(plan);
    }
  }

  /** The store's own balancer is about to be switched off, and has to be switched on again. */
  record BalancerTaken() implements JournalEvent {}

  /** The store's own balancer is on again. */
  record BalancerRestored() implements JournalEvent {}

  /**
   * The store's own compactions are about to be held back, and have to be let go again.
   *
   * @param nodes on which
   */
  record CompactionsPaused(List<NodeId> nodes) implements JournalEvent {
    public CompactionsPaused {
      nodes = List.copyOf(nodes);
    }
  }

  /** The store's own compactions go on. */
  record CompactionsResumed() implements JournalEvent {}

  /** The strategy's memory from here on. */
  record Remembered(StrategyMemory memory) implements JournalEvent {}

  /**
   * An operator wants something.
   *
   * @param name of the operator
   * @param what apply, pause ...
   */
  record OperatorAsked(String name, String what, String why) implements JournalEvent {
    /** No plan begins until somebody resumes. */
    public static final String PAUSE = "pause";

    /** Plans are begun again. */
    public static final String RESUME = "resume";

    /** The running plan is to end after the steps in flight. */
    public static final String STOP = "stop";

    /** An action is to be undone. */
    public static final String PUT_BACK = "put back";

    /** What was undone may be done again at once. */
    public static final String GO_ON = "go on after an undo";

    /** A node is to be emptied and kept so; its name follows. */
    public static final String DRAIN = "drain ";

    /** A drained node may be filled again; its name follows. */
    public static final String UNDRAIN = "undrain ";
  }

  /**
   * A plan waits for a person; nothing of it has begun.
   *
   * @param because why Proteus does not act by itself; null where it never does
   * @param memory what the strategy remembers once it begins; null where one person approves it, as
   *     that approval does not outlive the process
   */
  record Proposed(Plan plan, @Nullable Reason because, @Nullable StrategyMemory memory)
      implements JournalEvent {
    /** A plan that one person approves. */
    public Proposed(Plan plan, @Nullable Reason because) {
      this(plan, because, null);
    }

    @Override
    public Optional<String> planId() {
      return Optional.of(plan.id());
    }
  }

  /**
   * A plan no longer waits for a person.
   *
   * @param outcome approved, rejected, edited or expired
   * @param sentence by whom and why; what people wrote stays as they wrote it, in older journals
   *     too
   */
  record ProposalEnded(String plan, String outcome, Sentence sentence) implements JournalEvent {
    /** Outcomes whose sentence people wrote. */
    private static final Set<String> BY_PEOPLE = Set.of("approved", "rejected", "edited");

    public ProposalEnded {
      sentence = BY_PEOPLE.contains(outcome) ? Sentence.verbatim(sentence.toString()) : sentence;
    }

    @Override
    public Optional<String> planId() {
      return Optional.of(plan);
    }
  }

  /**
   * An undo was ordered. It goes on, after a crash by the next Proteus, until {@link UndoEnded}
   * follows.
   *
   * @param plan that is undone
   * @param by whom it is wanted
   */
  record UndoBegan(String plan, String by, Sentence why) implements JournalEvent {
    /** The name of the brake, which ends a plan and has it put back. */
    public static final String BRAKE = "brake";

    /** The names under which Proteus itself orders an undo. */
    private static final Set<String> PROTEUS = Set.of("proteus", "canary", BRAKE);

    public UndoBegan {
      why = PROTEUS.contains(by) ? why : Sentence.verbatim(why.toString());
    }

    @Override
    public Optional<String> planId() {
      return Optional.of(plan);
    }
  }

  /**
   * The undo of a plan is over.
   *
   * @param plan that was undone
   * @param outcome completed, incomplete (a part cannot be put back), stopped or abandoned
   * @param changes steps that were asked of the store or the cloud
   */
  record UndoEnded(String plan, String outcome, Sentence sentence, int changes)
      implements JournalEvent {
    /** All is as it was before. */
    public static final String COMPLETED = "completed";

    /** All that can be is as it was before. */
    public static final String INCOMPLETE = "incomplete";

    @Override
    public Optional<String> planId() {
      return Optional.of(plan);
    }
  }

  /**
   * A plan was verified.
   *
   * @param plan the last of an action
   * @param result with its figures
   * @param before samples of the time before it
   * @param after samples of the time after it
   */
  record Verified(String plan, Reason result, int before, int after) implements JournalEvent {
    @Override
    public Optional<String> planId() {
      return Optional.of(plan);
    }
  }

  /**
   * The result of a plan and its second half, beside the prediction.
   *
   * @param predicted before it began
   * @param took all its parts together; null when it did not end as it should
   * @param after how long after its end it was measured
   * @param throughput op/s then; null when it was not judged
   * @param latencyMs mean in the nodes then; null when it was not judged, or is not told
   * @param notJudged why nothing can be said of it; null when it was judged
   */
  record Achieved(
      String plan,
      Prediction predicted,
      @Nullable Duration took,
      Duration after,
      @Nullable Double throughput,
      @Nullable Double latencyMs,
      @Nullable Sentence notJudged)
      implements JournalEvent {
    @Override
    public Optional<String> planId() {
      return Optional.of(plan);
    }
  }

  /**
   * A refined policy is proposed. It counts for nothing until an operator accepts it.
   *
   * @param plan whose outcome it follows from
   * @param policy its name
   * @param sentence why, and how it is accepted
   * @param text of its file
   */
  record PolicyDrafted(String plan, String policy, Sentence sentence, String text)
      implements JournalEvent {
    @Override
    public Optional<String> planId() {
      return Optional.of(plan);
    }
  }

  /** The folder of the operators' own policies was read anew, or could not be. */
  record PoliciesRead(Sentence sentence) implements JournalEvent {}

  /**
   * A table is about to be prepared for a load; whoever ends the load restores what is written
   * here. The load is unfinished until {@link LoadFinished} follows.
   *
   * @param existed whether the table was there before
   * @param before what was set on it of that which is about to be, in the store's own keys
   * @param set what is about to be set on it
   * @param memory how nodes divided their heaps that are about to divide them anew
   */
  record LoadPrepared(
      TableId table,
      boolean existed,
      Map<String, String> before,
      Map<String, String> set,
      List<NodeMemory> memory)
      implements JournalEvent {
    public LoadPrepared {
      before = Map.copyOf(before);
      set = Map.copyOf(set);
      memory = List.copyOf(memory);
    }

    /**
     * A node's heap.
     *
     * @param before how it was divided
     * @param set how it is about to be
     * @param pinned whether it was asked for what it had; true in journals from before this was
     *     told
     */
    public record NodeMemory(NodeId node, MemorySplit before, MemorySplit set, Boolean pinned) {
      public NodeMemory {
        pinned = Objects.requireNonNullElse(pinned, true);
      }
    }

    /** The id under which the entries of a table's loads are found. */
    public static String load(TableId table) {
      return "load-" + table;
    }

    @Override
    public Optional<String> planId() {
      return Optional.of(load(table));
    }
  }

  /**
   * This Proteus leads from here on.
   *
   * @param epoch of the claim; epochs between two of a journal were led by Proteus of another
   */
  record ClaimTaken(long epoch) implements JournalEvent {}

  /** The nodes that operators keep empty from here on; the newest entry counts. */
  record Drained(DrainedNodes nodes) implements JournalEvent {}

  /** The settings of a load are restored. */
  record LoadFinished(TableId table, Sentence sentence) implements JournalEvent {
    @Override
    public Optional<String> planId() {
      return Optional.of(LoadPrepared.load(table));
    }
  }
}
