package io.proteus.core.setting;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Settings below a key: a component that is a record of settings. On a record: what they are. */
@Documented
@Target({ElementType.RECORD_COMPONENT, ElementType.TYPE})
@Retention(RetentionPolicy.RUNTIME)
public @interface Section {
  /** What the settings have in common, in one sentence. */
  String value();

  /** The key, where it is not the component's name. */
  String name() default "";

  /** Whether it must be there though each of its keys has a default. */
  boolean required() default false;

  /** Defaults of this place, as a YAML section; they go before those of the record's own keys. */
  String usual() default "";
}
