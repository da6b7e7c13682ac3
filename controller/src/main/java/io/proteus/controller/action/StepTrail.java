package io.proteus.controller.action;

import io.proteus.controller.journal.JournalEvent.StepReached;
import io.proteus.controller.journal.StepState;
import io.proteus.core.words.Sentence;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the steps of a plan reached, in order. A trail never changes. Longer trails share their
 * beginning, so a plan of thousands of steps folds in linear time.
 */
public final class StepTrail {
  /** The trail of a plan without issued steps. */
  public static final StepTrail NONE = new StepTrail(null, null);

  private final @Nullable StepTrail before;
  private final @Nullable Mark last;

  private StepTrail(@Nullable StepTrail before, @Nullable Mark last) {
    this.before = before;
    this.last = last;
  }

  /**
   * A step came further.
   *
   * @param step its place in the plan, counted from 0
   * @param why where the state does not say it
   */
  public record Mark(int step, StepState state, Instant at, @Nullable Sentence why) {}

  StepTrail with(StepReached reached, Instant at) {
    return new StepTrail(this, new Mark(reached.step(), reached.state(), at, reached.why()));
  }

  /** The oldest first. */
  public List<Mark> marks() {
    List<Mark> marks = new ArrayList<>();
    for (StepTrail at = this; at != null && at.last != null; at = at.before) {
      marks.add(at.last);
    }
    Collections.reverse(marks);
    return marks;
  }

  /** The steps that were asked for, or were about to be. */
  public Set<Integer> issued() {
    return steps(Set.of(StepState.ISSUED));
  }

  /** The steps that were done, or given up without giving up the plan. */
  public Set<Integer> over() {
    return steps(Set.of(StepState.DONE, StepState.FAILED));
  }

  /** The steps that were given up without giving up the plan. */
  public Set<Integer> failed() {
    return steps(Set.of(StepState.FAILED));
  }

  private Set<Integer> steps(Set<StepState> states) {
    return marks().stream()
        .filter(mark -> states.contains(mark.state()))
        .map(Mark::step)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof StepTrail trail && marks().equals(trail.marks());
  }

  @Override
  public int hashCode() {
    return marks().hashCode();
  }

  @Override
  public String toString() {
    return marks().toString();
  }
}
