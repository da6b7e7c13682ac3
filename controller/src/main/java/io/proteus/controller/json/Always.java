package io.proteus.controller.json;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The only text that a field of a saved document may have. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Always {
  String value();
}
