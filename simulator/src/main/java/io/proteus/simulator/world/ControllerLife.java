package io.proteus.simulator.world;

import java.util.OptionalInt;

/** One run of Proteus, from its start until it is killed. */
public final class ControllerLife {
  private final World world;
  private OptionalInt callsLeft = OptionalInt.empty();
  private boolean over;

  public ControllerLife(World world) {
    this.world = world;
  }

  /** Proteus is killed: nothing that it does after this reaches the outside. */
  public static final class Killed extends Error {
    private static final long serialVersionUID = 1;

    private Killed() {
      super("Proteus is killed", null, false, false);
    }
  }

  /**
   * A call to the outside, the journal's files included. Throws {@link Killed} when it is time, and
   * ever after: what the call was for is not done then.
   */
  public void live() {
    world.catchUp();
    if (callsLeft.isEmpty()) {
      callsLeft = world.faults().controllerDies();
    }
    if (callsLeft.isPresent()) {
      if (callsLeft.getAsInt() == 0) {
        over = true;
        throw new Killed();
      }
      callsLeft = OptionalInt.of(callsLeft.getAsInt() - 1);
    }
  }

  /** Whether Proteus was killed. */
  boolean isOver() {
    return over;
  }
}
