package io.proteus.app;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The {@link ExitCode}s that a command may end with, for its help. Without it a command ends with
 * {@link ExitCode#OK}, {@code ERROR}, {@code USAGE}, {@code OUT_OF_MEMORY} or {@code INTERRUPTED}.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Exits {
  /** What may come besides. */
  int[] also() default {};

  /** What else never comes. */
  int[] never() default {};
}
