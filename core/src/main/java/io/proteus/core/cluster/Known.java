package io.proteus.core.cluster;

import org.jspecify.annotations.Nullable;

/** What is known of something that one store has and another has not. */
public sealed interface Known<T> {

  /** It is there, and this is how it is. */
  record Value<T>(T value) implements Known<T> {}

  /**
   * It may be there, and nobody knows how it is.
   *
   * @param why a part of a sentence
   */
  record Unknown<T>(String why) implements Known<T> {}

  /** The store has nothing of the kind, so that nothing is missing. */
  record None<T>() implements Known<T> {}

  /** What was read; null where it could not be. */
  static <T> Known<T> read(@Nullable T value) {
    return value == null ? new Unknown<>("it could not be read") : new Value<>(value);
  }

  /** The value; null where it is not known, or where there is none. */
  default @Nullable T orNull() {
    return this instanceof Value<T> known ? known.value() : null;
  }

  default boolean isUnknown() {
    return this instanceof Unknown;
  }

  default boolean isNone() {
    return this instanceof None;
  }
}
