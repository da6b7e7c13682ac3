package io.proteus.core.strategy;

/** What a plan is for, as far as what it yields is concerned: each kind is learned by itself. */
public enum PlanKind {
  /** as many nodes as before, held or configured otherwise */
  RECONFIGURE,
  /** more nodes, or the placement that fills them */
  GROW,
  /** fewer nodes */
  SHRINK
}
