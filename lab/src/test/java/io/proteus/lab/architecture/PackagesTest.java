package io.proteus.lab.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What holds for every package of every module: none is in a circle, and none is too large. */
class PackagesTest {
  private static final int MOST_FILES = 60;

  private static final JavaClasses PROTEUS = MainClasses.ALL;

  @Test
  void noPackagesAreInACircle() {
    SlicesRuleDefinition.slices()
        .matching("io.proteus.(**)")
        .should()
        .beFreeOfCycles()
        .check(PROTEUS);
  }

  @Test
  void noPackageHasMoreThanSixtyFiles() {
    Map<String, Set<String>> files = new HashMap<>();
    PROTEUS.stream()
        .filter(JavaClass::isTopLevelClass)
        .forEach(
            type ->
                files
                    .computeIfAbsent(type.getPackageName(), name -> new HashSet<>())
                    .add(type.getSimpleName()));

    assertThat(files).isNotEmpty();
    assertThat(files)
        .allSatisfy((name, own) -> assertThat(own).as(name).hasSizeLessThanOrEqualTo(MOST_FILES));
  }
}
