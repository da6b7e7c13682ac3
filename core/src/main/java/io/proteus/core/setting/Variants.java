package io.proteus.core.setting;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Settings of several kinds: a sealed interface of records. A key of its own holds the kind: the
 * record's name in lower case with hyphens.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface Variants {
  /** The key that tells the kind. */
  String value();
}
