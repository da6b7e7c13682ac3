package io.proteus.core.port;

import io.proteus.core.words.Sentence;

/**
 * Is told what a machine has reached on its way to a node: files brought, monitor started, store
 * started (TIR-4). The thread of the cloud calls it.
 */
@FunctionalInterface
public interface Stages {
  /** Nobody looks. */
  Stages UNSEEN = stage -> {};

  /** A stage is reached, and was checked. */
  void reached(Sentence stage);
}
