package io.proteus.core.words;

/** Something that a sentence can tell of, in the words of any store. */
public interface Sayable {
  Sentence sentence();
}
