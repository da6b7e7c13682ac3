package io.proteus.simulator.world;

/** One run of Proteus, from its start until it is killed. */
public final class ControllerLife {
  private final World world;
  private boolean dead;

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

  /** Throws {@link Killed} when it is time, and ever after. */
  public void live() {
    world.catchUp();
    dead |= world.faults().controllerDies();
    if (dead) {
      throw new Killed();
    }
  }
}
