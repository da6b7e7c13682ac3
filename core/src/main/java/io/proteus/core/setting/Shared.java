package io.proteus.core.setting;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A component whose value is another owner's setting: a key, or a whole section. */
@Documented
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Shared {
  /** The full name of the key or section, as in {@code guards.staleAfter}. */
  String value();
}
