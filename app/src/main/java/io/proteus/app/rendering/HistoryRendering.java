package io.proteus.app.rendering;

import io.proteus.app.view.Figures;
import io.proteus.controller.journal.ClusterSurveyed;
import io.proteus.controller.journal.JournalEntry;
import io.proteus.controller.journal.JournalEvent;
import io.proteus.controller.journal.Observed;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Reason;
import io.proteus.core.units.Few;
import io.proteus.core.units.OneLine;
import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The journal, a line an entry.
 *
 * @param words the engine's
 * @param zone in which times are shown
 */
public record HistoryRendering(Words words, ZoneId zone, Paint paint) {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  /** All entries, with a line break at the end of each. */
  public String render(List<JournalEntry> entries) {
    return entries.stream()
        .map(
            entry ->
                "%s  %-9s  %s\n"
                    .formatted(
                        paint.faint(TIME.withZone(zone).format(entry.at())),
                        kind(entry.event()),
                        text(entry.event())))
        .collect(Collectors.joining());
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
    if (event instanceof JournalEvent.StepReached) {
      return "step";
    }
    if (event instanceof JournalEvent.PlanEnded) {
      return "ended";
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
    if (event instanceof JournalEvent.LoadPrepared || event instanceof JournalEvent.LoadFinished) {
      return "load";
    }
    if (event instanceof JournalEvent.ClaimTaken) {
      return "leads";
    }
    if (event instanceof JournalEvent.CompactionsPaused
        || event instanceof JournalEvent.CompactionsResumed) {
      return "compactions";
    }
    return event instanceof JournalEvent.Remembered ? "memory" : "balancer";
  }

  /** What others wrote is in these texts, so none of it is more than a part of its line. */
  private String text(JournalEvent event) {
    if (event instanceof JournalEvent.StepReached step) {
      return step(step);
    }
    return event instanceof JournalEvent.PlanEnded ended
        ? outcome(ended)
        : OneLine.of(uncoloured(event));
  }

  private String uncoloured(JournalEvent event) {
    if (event instanceof Observed seen) {
      return observed(seen);
    }
    if (event instanceof ClusterSurveyed survey) {
      return "%s and %s, one by one, for replays"
          .formatted(
              words.nodes(survey.nodes().size()), words.partitions(survey.partitions().size()));
    }
    if (event instanceof JournalEvent.Decided decided) {
      return decided.verdict() + ", " + reasons(decided.reasons());
    }
    if (event instanceof JournalEvent.Planned planned) {
      return plan(planned.plan());
    }
    if (event instanceof JournalEvent.Proposed proposed) {
      Reason because = proposed.because();
      return plan(proposed.plan()) + (because == null ? "" : "; it waits, " + because.in(words));
    }
    if (event instanceof JournalEvent.Achieved achieved) {
      return achieved(achieved);
    }
    if (event instanceof JournalEvent.ProposalEnded ended) {
      return "%s %s: %s".formatted(ended.plan(), ended.outcome(), ended.sentence().in(words));
    }
    if (event instanceof JournalEvent.UndoBegan undo) {
      return "%s is put back, by %s: %s".formatted(undo.plan(), undo.by(), undo.why().in(words));
    }
    if (event instanceof JournalEvent.UndoEnded undo) {
      return "%s %s after %s: %s"
          .formatted(
              undo.plan(),
              undo.outcome(),
              Figures.count(undo.changes(), "change", "changes"),
              undo.sentence().in(words));
    }
    if (event instanceof JournalEvent.Verified verified) {
      return "%s, %s".formatted(verified.plan(), verified.result().in(words));
    }
    if (event instanceof JournalEvent.OperatorAsked asked) {
      return "%s asked for %s: %s".formatted(asked.name(), asked.what(), asked.why());
    }
    if (event instanceof JournalEvent.Remembered remembered) {
      return remembered.memory().toString();
    }
    if (event instanceof JournalEvent.LoadPrepared load) {
      return "%s is set up for a load: %s, heap of %s divided anew"
          .formatted(
              load.table(),
              Figures.count(load.set().size(), "setting", "settings"),
              words.nodes(load.memory().size()));
    }
    if (event instanceof JournalEvent.LoadFinished load) {
      return "%s is as before its load: %s".formatted(load.table(), load.sentence().in(words));
    }
    if (event instanceof JournalEvent.ClaimTaken taken) {
      return "from here on, epoch %d of the cluster".formatted(taken.epoch());
    }
    if (event instanceof JournalEvent.CompactionsPaused paused) {
      return "the store's own wait while %s move to %s"
          .formatted(words.partition().many(), Few.of(paused.nodes()));
    }
    if (event instanceof JournalEvent.CompactionsResumed) {
      return "the store's own go on";
    }
    return event instanceof JournalEvent.BalancerTaken
        ? "the store's own is switched off while Proteus acts"
        : "the store's own is on again";
  }

  private String plan(Plan plan) {
    return "%s%s: %s. %s"
        .formatted(
            plan.id(),
            plan.undoes() == null ? "" : ", which undoes " + plan.undoes(),
            Figures.count(plan.steps().size(), "step", "steps"),
            new PlanRendering(words, 0, 0, Paint.NONE).price(plan).strip());
  }

  private String achieved(JournalEvent.Achieved achieved) {
    Double throughput = achieved.throughput();
    Sentence notJudged = achieved.notJudged();
    return throughput == null
        ? "%s was not judged: %s"
            .formatted(achieved.plan(), notJudged == null ? "" : notJudged.in(words))
        : "%s: %s op/s, %s before and about %s predicted (%s to %s)"
            .formatted(
                achieved.plan(),
                Figures.rate(throughput),
                Figures.rate(achieved.predicted().throughputNow()),
                Figures.rate(achieved.predicted().throughput().expected()),
                Figures.rate(achieved.predicted().throughput().low()),
                Figures.rate(achieved.predicted().throughput().high()));
  }

  private String observed(Observed seen) {
    return String.format(
        Locale.ROOT,
        "%,.0f op/s, %s, %s, %s of them known%s",
        seen.requestsPerSecond().total(),
        words.nodes(seen.nodeCount()),
        words.partitions(seen.partitions()),
        seen.knownPartitions(),
        seen.deadNodes().isEmpty() ? "" : ", dead: " + seen.deadNodes());
  }

  private String reasons(List<Reason> reasons) {
    return reasons.stream().map(reason -> reason.in(words)).collect(Collectors.joining("; "));
  }

  private String step(JournalEvent.StepReached step) {
    Sentence why = step.why();
    String state = step.state().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    String shown =
        switch (step.state()) {
          case DONE -> paint.green(state);
          case ISSUED, BLOCKED -> state;
          case REFUSED, TIMED_OUT, FAILED, ABANDONED -> paint.red(state);
        };
    return "%d %s: %s%s"
        .formatted(
            step.step() + 1,
            shown,
            OneLine.of(step.sentence().in(words)),
            why == null ? "" : ", " + OneLine.of(why.in(words)));
  }

  private String outcome(JournalEvent.PlanEnded ended) {
    String text =
        OneLine.of(
            "%s %s after %s: %s"
                .formatted(
                    ended.plan(),
                    ended.outcome(),
                    Figures.count(ended.changes(), "change", "changes"),
                    ended.sentence().in(words)));
    return ended.outcome().equals("completed") ? paint.green(text) : paint.yellow(text);
  }
}
