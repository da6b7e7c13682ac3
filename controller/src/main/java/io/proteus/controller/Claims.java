package io.proteus.controller;

import io.proteus.core.port.Claim;
import io.proteus.core.port.Engine;
import io.proteus.core.port.PortException;

/** The sole right to act on a cluster, claimed anew when it was lost. */
public final class Claims implements AutoCloseable {
  private final Engine engine;
  private final String who;
  private Claim held;

  private Claims(Engine engine, String who, Claim held) {
    this.engine = engine;
    this.who = who;
    this.held = held;
  }

  /**
   * Claims the cluster.
   *
   * @param who shown to whoever comes second
   * @throws io.proteus.core.port.AlreadyClaimed when another Proteus holds it
   */
  public static Claims first(Engine engine, String who) throws PortException {
    return new Claims(engine, who, engine.claim(who));
  }

  /** The claim that holds, which may be a new one. */
  public Claim claim() throws PortException {
    if (!held.isHeld()) {
      held.close();
      held = engine.claim(who);
    }
    return held;
  }

  @Override
  public void close() {
    held.close();
  }
}
