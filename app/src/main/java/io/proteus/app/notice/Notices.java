package io.proteus.app.notice;

import static io.proteus.controller.configuration.NoticeKind.ACTION_BEGUN;
import static io.proteus.controller.configuration.NoticeKind.ACTION_ENDED;
import static io.proteus.controller.configuration.NoticeKind.ACTION_FAILED;
import static io.proteus.controller.configuration.NoticeKind.ACTION_UNDONE;
import static io.proteus.controller.configuration.NoticeKind.APPROVAL_WANTED;
import static io.proteus.controller.configuration.NoticeKind.CLAIM_LOST;
import static io.proteus.controller.configuration.NoticeKind.DATA_STALE;
import static io.proteus.controller.configuration.NoticeKind.HELD_LONG;

import io.proteus.app.ExitCode;
import io.proteus.app.view.PlanFigures;
import io.proteus.controller.Cycle;
import io.proteus.controller.approval.OperatorRequest;
import io.proteus.controller.approval.Proposal;
import io.proteus.controller.configuration.NoticeKind;
import io.proteus.controller.configuration.NotificationSettings;
import io.proteus.controller.execution.Outcome;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Time;
import io.proteus.core.plan.Plan;
import io.proteus.core.strategy.Reason;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.words.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Sees what happens to one cluster, and tells each thing once. */
public final class Notices implements Progress, AutoCloseable {
  private final String cluster;
  private final Words words;
  private final NotificationSettings settings;
  private final Time time;
  private final Outbox outbox;
  private @Nullable String proposed;
  private @Nullable ReasonCode holds;
  private @Nullable Instant since;
  private boolean stale;

  Notices(String cluster, Words words, NotificationSettings settings, Time time, Outbox outbox) {
    this.cluster = cluster;
    this.words = words;
    this.settings = settings;
    this.time = time;
    this.outbox = outbox;
  }

  /**
   * @throws io.proteus.core.units.InvalidValue where a secret cannot be read
   */
  public static Notices of(String cluster, Words words, NotificationSettings settings, Time time) {
    return new Notices(cluster, words, settings, time, Outbox.of(settings));
  }

  private void tell(NoticeKind kind, String title, String text, @Nullable String plan) {
    if (settings.tells(kind)) {
      outbox.add(new Notice(kind, cluster, time.now(), title, text, plan));
    }
  }

  /**
   * A cycle has ended.
   *
   * @param pending the plan that waits for a person; null where none does
   */
  public synchronized void seen(Cycle cycle, @Nullable Proposal pending) {
    propose(pending);
    hold(cycle);
  }

  private void propose(@Nullable Proposal pending) {
    OperatorRequest first = pending == null ? null : pending.first();
    String now =
        pending == null ? null : pending.plan().id() + (first == null ? "" : " " + first.name());
    if (pending != null && !Objects.equals(now, proposed)) {
      Plan plan = pending.plan();
      tell(
          APPROVAL_WANTED,
          first != null
              ? "a second person has to approve " + plan.id()
              : pending.fourEyes() != null
                  ? "two people have to approve " + plan.id()
                  : plan.id() + " waits for a person",
          "%s. It costs %s.%s"
              .formatted(
                  why(plan),
                  PlanFigures.of(plan).price().in(words),
                  first == null ? "" : " %s has approved it.".formatted(first.name())),
          plan.id());
    }
    proposed = now;
  }

  private void hold(Cycle cycle) {
    List<Reason> reasons = cycle.decision().verdict().reasons();
    Reason reason = reasons.get(0);
    boolean held =
        cycle.decision().plan().isEmpty() && ExitCode.ofHolding(reasons) == ExitCode.HELD;
    if (!held || reason.code() != holds) {
      holds = held ? reason.code() : null;
      since = held ? cycle.at() : null;
    } else if (since != null
        && Duration.between(since, cycle.at()).compareTo(settings.heldFor()) >= 0) {
      tell(
          HELD_LONG,
          "held for %d min: %s".formatted(settings.heldFor().toMinutes(), reason.code()),
          reason.in(words),
          null);
      since = null; // told once, until another reason holds
    }
  }

  /** Whether what was observed last is too old, or nothing was in time; asked for often. */
  public synchronized void stale(boolean isStale) {
    if (isStale && !stale) {
      tell(DATA_STALE, "the cluster is not observed any more", "Nothing newer is shown.", null);
    }
    stale = isStale;
  }

  /** This Proteus leads no more. */
  public void claimLost() {
    tell(CLAIM_LOST, "this Proteus leads no more", "It stands by from here on.", null);
  }

  @Override
  public void begins(Plan plan) {
    tell(
        ACTION_BEGUN,
        plan.id() + " begins",
        "%s. It costs %s.".formatted(why(plan), PlanFigures.of(plan).price().in(words)),
        plan.id());
  }

  private String why(Plan plan) {
    return plan.why().map(reason -> reason.in(words)).orElse("No reason is given");
  }

  @Override
  public void ended(Plan plan, Outcome outcome) {
    NoticeKind kind =
        outcome instanceof Outcome.Abandoned || outcome instanceof Outcome.Incomplete
            ? ACTION_FAILED
            : plan.undoes() != null || outcome instanceof Outcome.Undone
                ? ACTION_UNDONE
                : ACTION_ENDED;
    tell(
        kind,
        "%s: %s".formatted(plan.id(), outcome.word()),
        outcome.sentence().in(words),
        plan.id());
  }

  @Override
  public void close() {
    outbox.close();
  }
}
