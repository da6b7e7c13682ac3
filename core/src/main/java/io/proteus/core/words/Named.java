package io.proteus.core.words;

/** The name of a node, a partition or a table. */
public interface Named {
  /** The kind of thing that has the name. */
  Term term();

  String value();
}
