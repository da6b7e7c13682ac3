package io.proteus.controller.execution;

import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.Drained;
import io.proteus.controller.journal.JournalEvent.StepReached;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.plan.Plan;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.DrainedNodes;
import io.proteus.core.words.Sentence;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Tells what the steps of a plan reach: the journal first, then those who watch. */
record StepLog(Plan plan, Journal journal, Time time, Progress progress) {

  void reached(int index, StepState state, @Nullable Sentence why) throws JournalException {
    Step step = plan.steps().get(index);
    if (state == StepState.DONE) {
      endDrain(step.endsMachine());
    }
    journal.append(time.now(), new StepReached(plan.id(), index, state, step.sentence(), why));
    progress.reached(plan, index, state, why);
  }

  /**
   * Ends the drain of a node whose machine is gone: a new node of that name would be kept empty. It
   * is written before the step is done, so that a crash between the two leaves no drain.
   */
  private void endDrain(Optional<NodeId> ended) throws JournalException {
    DrainedNodes drains = ended.isPresent() ? journal.drained() : DrainedNodes.NONE;
    if (ended.filter(drains::contains).isPresent()) {
      journal.append(time.now(), new Drained(drains.gone(ended.get())));
    }
  }
}
