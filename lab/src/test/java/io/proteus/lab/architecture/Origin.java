package io.proteus.lab.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;

/** Where a class comes from. */
final class Origin {
  private Origin() {}

  /** A class of these packages, or one that is not ours at all. */
  static DescribedPredicate<JavaClass> proteusOnly(String... allowed) {
    return DescribedPredicate.describe(
        "are of " + List.of(allowed) + " or not of Proteus",
        type ->
            !type.getPackageName().startsWith("io.proteus")
                || List.of(allowed).stream().anyMatch(root -> isIn(type, root)));
  }

  static boolean isIn(JavaClass type, String root) {
    return type.getPackageName().equals(root) || type.getPackageName().startsWith(root + ".");
  }
}
