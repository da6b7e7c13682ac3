package io.proteus.core.words;

/** The name of a node, a partition or a table. */
public interface Named {
  /** What is named. */
  Term term();

  /** The name, as its store writes it. */
  String value();
}
