package io.proteus.app.view;

import io.proteus.controller.action.Outcomes;
import io.proteus.controller.journal.ClusterSurveyed;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.Observed;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Reason;
import io.proteus.core.units.Few;
import io.proteus.core.words.Sentence;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An entry of the journal as it is shown.
 *
 * @param kind in a word
 * @param text what happened
 * @param marked the part of the text that has the tone; null where all of it has
 */
public record EntryView(String kind, Sentence text, Tone tone, @Nullable String marked) {

  /** How an entry looks. */
  public enum Tone {
    PLAIN,
    GOOD,
    MIND,
    WRONG
  }

  public static EntryView of(JournalEvent event) {
    if (event instanceof JournalEvent.StepReached step) {
      return new EntryView("step", step(step), tone(step.state()), word(step.state()));
    }
    Tone tone =
        event instanceof JournalEvent.PlanEnded ended
            ? ended.outcome().equals(Outcomes.COMPLETED) ? Tone.GOOD : Tone.MIND
            : event instanceof JournalEvent.PlanBraked ? Tone.MIND : Tone.PLAIN;
    return new EntryView(kind(event), text(event), tone, null);
  }

  private static String kind(JournalEvent event) {
    if (event instanceof Observed) {
      return "observed";
    }
    if (event instanceof ClusterSurveyed) {
      return "surveyed";
    }
    if (event instanceof JournalEvent.Decided) {
      return "decided";
    }
    if (event instanceof JournalEvent.Planned) {
      return "planned";
    }
    if (event instanceof JournalEvent.PlanEnded) {
      return "ended";
    }
    if (event instanceof JournalEvent.PlanBraked) {
      return "braked";
    }
    if (event instanceof JournalEvent.OperatorAsked) {
      return "operator";
    }
    if (event instanceof JournalEvent.Proposed || event instanceof JournalEvent.ProposalEnded) {
      return "proposal";
    }
    if (event instanceof JournalEvent.UndoBegan || event instanceof JournalEvent.UndoEnded) {
      return "undo";
    }
    if (event instanceof JournalEvent.Verified) {
      return "verified";
    }
    if (event instanceof JournalEvent.Achieved) {
      return "achieved";
    }
    if (event instanceof JournalEvent.PolicyDrafted || event instanceof JournalEvent.PoliciesRead) {
      return "policy";
    }
    if (event instanceof JournalEvent.LoadPrepared || event instanceof JournalEvent.LoadFinished) {
      return "load";
    }
    if (event instanceof JournalEvent.ClaimTaken) {
      return "leads";
    }
    if (event instanceof JournalEvent.Drained) {
      return "drained";
    }
    if (event instanceof JournalEvent.CompactionsPaused
        || event instanceof JournalEvent.CompactionsResumed) {
      return "compactions";
    }
    return event instanceof JournalEvent.Remembered ? "memory" : "balancer";
  }

  private static Sentence text(JournalEvent event) {
    if (event instanceof Observed seen) {
      return Sentence.of(
          "%,.0f op/s, {%,d nodes}, {%,d partitions}, %s of them known%s%s",
          seen.requestsPerSecond().total(),
          seen.nodeCount(),
          seen.partitions(),
          seen.knownPartitions(),
          seen.deadNodes().isEmpty() ? "" : ", dead: " + seen.deadNodes(),
          seen.isSteady() ? "" : ", while " + seen.plan() + " runs");
    }
    if (event instanceof ClusterSurveyed survey) {
      return Sentence.of(
          "{%,d nodes} and {%,d partitions}, one by one, for replays",
          survey.nodes().size(), survey.partitions().size());
    }
    if (event instanceof JournalEvent.Decided decided) {
      return Sentence.of(
          "%s, %s",
          decided.verdict(),
          Sentence.joined("; ", decided.reasons().stream().map(Reason::whole).toList()));
    }
    if (event instanceof JournalEvent.Planned planned) {
      return plan(planned.plan());
    }
    if (event instanceof JournalEvent.Proposed proposed) {
      Reason because = proposed.because();
      Sentence plan = plan(proposed.plan());
      return because == null ? plan : Sentence.of("%s; it waits, %s", plan, because.whole());
    }
    if (event instanceof JournalEvent.Achieved achieved) {
      return achieved(achieved);
    }
    if (event instanceof JournalEvent.PlanEnded ended) {
      return ended(ended.plan(), ended.outcome(), ended.changes(), ended.sentence());
    }
    if (event instanceof JournalEvent.PlanBraked braked) {
      return braked(braked.plan(), braked.level(), braked.why());
    }
    if (event instanceof JournalEvent.ProposalEnded ended) {
      return Sentence.of("%s %s: %s", ended.plan(), ended.outcome(), ended.sentence());
    }
    if (event instanceof JournalEvent.UndoBegan undo) {
      return Sentence.of("%s is put back, by %s: %s", undo.plan(), undo.by(), undo.why());
    }
    if (event instanceof JournalEvent.UndoEnded undo) {
      return ended(undo.plan(), undo.outcome(), undo.changes(), undo.sentence());
    }
    if (event instanceof JournalEvent.Verified verified) {
      return Sentence.of("%s, %s", verified.plan(), verified.result().whole());
    }
    if (event instanceof JournalEvent.OperatorAsked asked) {
      return Sentence.of("%s asked for %s: %s", asked.name(), asked.what(), asked.why());
    }
    return ofTheStore(event);
  }

  /**
   * How far a plan is held back.
   *
   * @param level as the journal has it
   * @param why null where that is not known
   */
  public static Sentence braked(String plan, String level, @Nullable Reason why) {
    String what =
        switch (level) {
          case "slow" -> "takes one step at a time";
          case "pause" -> "is paused, no step begins";
          case "end" -> "is ended";
          case "put-back" -> "is ended and put back";
          default -> "goes on as planned";
        };
    return why == null
        ? Sentence.of("%s %s", plan, what)
        : Sentence.of("%s %s: %s", plan, what, why.whole());
  }

  private static Sentence ofTheStore(JournalEvent event) {
    if (event instanceof JournalEvent.Remembered remembered) {
      return Sentence.verbatim(remembered.memory().toString());
    }
    if (event instanceof JournalEvent.PolicyDrafted draft) {
      return draft.sentence();
    }
    if (event instanceof JournalEvent.PoliciesRead read) {
      return read.sentence();
    }
    if (event instanceof JournalEvent.LoadPrepared load) {
      return Sentence.of(
          "%s is set up for a load: %,d {setting|settings}, heap of {%,d nodes} divided anew",
          load.table(), load.set().size(), load.memory().size());
    }
    if (event instanceof JournalEvent.LoadFinished load) {
      return Sentence.of("%s is as before its load: %s", load.table(), load.sentence());
    }
    if (event instanceof JournalEvent.ClaimTaken taken) {
      return Sentence.of("from here on, epoch %d of the cluster", taken.epoch());
    }
    if (event instanceof JournalEvent.Drained drained) {
      List<NodeId> nodes = drained.nodes().drained();
      return nodes.isEmpty()
          ? Sentence.of("every {node} may be filled")
          : Sentence.of("nothing is put on %s", Few.of(nodes));
    }
    if (event instanceof JournalEvent.CompactionsPaused paused) {
      return Sentence.of(
          "the store's own wait while {partitions} move to %s", Few.of(paused.nodes()));
    }
    if (event instanceof JournalEvent.CompactionsResumed) {
      return Sentence.of("the store's own go on");
    }
    return Sentence.of(
        event instanceof JournalEvent.BalancerTaken
            ? "the store's own is switched off while Proteus acts"
            : "the store's own is on again");
  }

  private static Sentence plan(Plan plan) {
    return Sentence.of(
        "%s%s: %,d {step|steps}. Price: %s",
        plan.id(),
        plan.undoes() == null ? "" : ", which undoes " + plan.undoes(),
        plan.steps().size(),
        PlanFigures.of(plan).price());
  }

  private static Sentence ended(String plan, String outcome, int changes, Sentence why) {
    return Sentence.of("%s %s after %,d {change|changes}: %s", plan, outcome, changes, why);
  }

  private static Sentence achieved(JournalEvent.Achieved achieved) {
    Double throughput = achieved.throughput();
    if (throughput == null) {
      Sentence why = achieved.notJudged();
      return Sentence.of("%s was not judged: %s", achieved.plan(), why == null ? "" : why);
    }
    return Sentence.of(
        "%s: %s op/s, %s before and about %s predicted (%s to %s)",
        achieved.plan(),
        Figures.rate(throughput),
        Figures.rate(achieved.predicted().throughputNow()),
        Figures.rate(achieved.predicted().throughput().expected()),
        Figures.rate(achieved.predicted().throughput().low()),
        Figures.rate(achieved.predicted().throughput().high()));
  }

  private static Sentence step(JournalEvent.StepReached step) {
    Sentence why = step.why();
    return Sentence.of(
        "%d %s: %s%s",
        step.step() + 1,
        word(step.state()),
        step.sentence(),
        why == null ? "" : Sentence.of(", %s", why));
  }

  private static Tone tone(StepState state) {
    return switch (state) {
      case DONE -> Tone.GOOD;
      case ISSUED, UNDERWAY, BLOCKED -> Tone.PLAIN;
      case REFUSED, TIMED_OUT, FAILED, ABANDONED -> Tone.WRONG;
    };
  }

  private static String word(StepState state) {
    return state.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
