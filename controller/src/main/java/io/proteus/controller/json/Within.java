package io.proteus.controller.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The least and the most that a number of a saved document may be. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Within {
  double least() default 0;

  double most() default Double.NaN;
}
