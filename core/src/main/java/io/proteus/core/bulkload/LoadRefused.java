package io.proteus.core.bulkload;

import io.proteus.core.units.InvalidValue;
import io.proteus.core.words.Sentence;
import io.proteus.core.words.Words;

/** A load that cannot be made as it is asked for. */
public final class LoadRefused extends InvalidValue {
  private static final long serialVersionUID = 1L;

  private final transient Sentence sentence;

  /** The template and the arguments of a sentence: the option, the value and what was expected. */
  public LoadRefused(String template, Object... arguments) {
    this(Sentence.of(template, arguments));
  }

  private LoadRefused(Sentence sentence) {
    super(sentence.toString());
    this.sentence = sentence;
  }

  /** The same refusal, in a store's words. */
  public InvalidValue in(Words words) {
    return new InvalidValue(sentence.in(words));
  }
}
