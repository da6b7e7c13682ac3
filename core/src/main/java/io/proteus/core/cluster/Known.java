package io.proteus.core.cluster;

import org.jspecify.annotations.Nullable;

/** What is known about something that not every store has. */
public sealed interface Known<T> {

  /** The store has it, and this is its value. */
  record Value<T>(T value) implements Known<T> {}

  /**
   * The store may have it, and its value is not known.
   *
   * @param why a part of a sentence
   */
  record Unknown<T>(String why) implements Known<T> {}

  /** The store has nothing of the kind, so that nothing is missing. */
  record None<T>() implements Known<T> {}

  /** A value that was read; null means that it could not be read. */
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
