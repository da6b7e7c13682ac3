package io.proteus.core.setting;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A setting: one key of a file, declared by the record that needs its value. The component's type
 * says how the value is written. A key without a default must be there, unless its component is an
 * {@link java.util.Optional} or may be null.
 */
@Documented
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Key {
  /** The description in the reference, the template and the schema. */
  String doc();

  /** The default as it would stand in the file; empty: there is none. */
  String usual() default "";

  /** The key, where it is not the component's name. */
  String name() default "";

  /** The word that stands for no value, as {@code off} or {@code none}; empty: there is none. */
  String none() default "";

  /** Whether a time, size or whole number may be zero. */
  boolean zero() default false;

  /** The largest whole number. */
  int most() default Integer.MAX_VALUE;

  /** Whether a number may be negative. */
  boolean signed() default false;

  /** Which numbers it takes, as in {@code over 0}, {@code 0.05 or more} or {@code 0 to 1}. */
  String range() default "";

  /** The name of a way of writing of the file's own; empty: the type says how it is written. */
  String kind() default "";

  /** The unit of a number, such as {@code op/s}; files may write it behind the number. */
  String unit() default "";

  /** The name of a list of allowed words; extensions may add words. */
  String oneOf() default "";

  /** The pattern of a text; empty allows any text. */
  String pattern() default "";

  /** What an error message asks for, where the type does not say enough. */
  String wanted() default "";

  /** A value for the template, where the key has no default. */
  String example() default "";
}
