package io.proteus.core.step;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What can be done to a cluster, by kind: what limits are set for, and how long it takes. */
public enum StepKind {
  MOVES("moves"),
  MEMORY_SPLITS("memorySplits"),
  RESTARTS("restarts"),
  TABLES_ALTERED("tablesAltered"),
  COMPACTIONS("compactions"),
  NODES_ADDED("nodesAdded"),
  NODES_REMOVED("nodesRemoved");

  private final String word;

  StepKind(String word) {
    this.word = word;
  }

  /** As it is written in files. */
  public String word() {
    return word;
  }

  public static Optional<StepKind> of(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(StepKind::word).toList();
  }
}
