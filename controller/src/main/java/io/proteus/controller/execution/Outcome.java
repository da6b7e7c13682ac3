package io.proteus.controller.execution;

import io.proteus.core.words.Sentence;
import java.util.List;
import java.util.stream.Stream;

/** How the carrying out of a plan ended. */
public sealed interface Outcome {

  /** The words for the ends of single plans; an undo may take several plans. */
  static List<String> wordsOfPlans() {
    return Stream.of(
            new Completed(0),
            new Incomplete(0, 0),
            new Replan(0),
            new Abandoned(Cause.OVERTAKEN, Sentence.of(""), 0),
            new Stopped(0))
        .map(Outcome::word)
        .toList();
  }

  /** Steps that were asked of the store or the cloud. */
  int changes();

  /** The sentence for operators. */
  Sentence sentence();

  /** The word in the journal. */
  String word();

  /** Whether all of the plan was tried, and nothing keeps what follows it from following. */
  default boolean ranToItsEnd() {
    return false;
  }

  /** Every step is done. */
  record Completed(int changes) implements Outcome {
    @Override
    public Sentence sentence() {
      return Sentence.of("all steps are over, %d were needed", changes);
    }

    @Override
    public String word() {
      return "completed";
    }

    @Override
    public boolean ranToItsEnd() {
      return true;
    }
  }

  /**
   * Every step is over, but some were not done: a plan goes on without steps that may fail.
   *
   * @param notDone steps that timed out, were refused or were never possible
   */
  record Incomplete(int changes, int notDone) implements Outcome {
    @Override
    public Sentence sentence() {
      return Sentence.of(
          "all steps are over, %d were needed, and %d {was|were} not done", changes, notDone);
    }

    @Override
    public String word() {
      return "incomplete";
    }

    @Override
    public boolean ranToItsEnd() {
      return true;
    }
  }

  /** The new nodes are there; what they are to hold has to be decided now that they have names. */
  record Replan(int changes) implements Outcome {
    @Override
    public Sentence sentence() {
      return Sentence.of("the new {nodes} are there, now for what they hold");
    }

    @Override
    public String word() {
      return "replan";
    }
  }

  /** The plan was given up. Its changes stay, and every partition is served. */
  record Abandoned(Cause cause, Sentence sentence, int changes) implements Outcome {
    @Override
    public String word() {
      return "abandoned";
    }
  }

  /**
   * An operator wanted it to end; what had been begun is done.
   *
   * @param waiting steps that were asked for and that nobody waits for any more
   */
  record Stopped(int changes, List<Sentence> waiting) implements Outcome {
    public Stopped {
      waiting = List.copyOf(waiting);
    }

    /** The same where all that was asked for is over. */
    public Stopped(int changes) {
      this(changes, List.of());
    }

    @Override
    public Sentence sentence() {
      return waiting.isEmpty()
          ? Sentence.of("stopped as asked, after %d {step|steps}", changes)
          : Sentence.of(
              "stopped as asked, after %d {step|steps}. Not done yet, and waited for no more: %s. The next start of Proteus looks whether it is; where a {node} does not come up, its own log tells why",
              changes, Sentence.joined(", ", waiting));
    }

    @Override
    public String word() {
      return "stopped";
    }
  }

  /**
   * All changes are undone.
   *
   * @param sentence says what is not
   */
  record Undone(Sentence sentence, int changes) implements Outcome {
    @Override
    public String word() {
      return "undone";
    }
  }

  /** Why a plan is given up. */
  enum Cause {
    /** the sole right to act was lost */
    CLAIM_LOST,
    /** somebody switched the store's own balancer on */
    BALANCER,
    /** the plan no longer fits the cluster */
    OVERTAKEN,
    /** a step waited too long for what blocked it */
    BLOCKED,
    /** a step was asked for and not done in time */
    TIMED_OUT,
    /** the store or cloud refused a step again and again */
    REFUSED,
    /** the cluster did worse than the plan's price foresaw */
    BRAKED,
    /** too little is known of the node that went first */
    NOT_JUDGED,
    /** the cluster did not answer for too long */
    UNREADABLE,
    /** the journal could not be written */
    JOURNAL
  }
}
