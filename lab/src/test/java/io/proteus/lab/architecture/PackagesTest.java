package io.proteus.lab.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What holds for every package of every module: none is in a circle, and none is too large. */
class PackagesTest {
  private static final int MOST_FILES = 60;

  /** Where the tests are, by wherever this one was compiled to. */
  private static final String TESTS =
      PackagesTest.class.getProtectionDomain().getCodeSource().getLocation().getPath();

  private static final JavaClasses PROTEUS =
      new ClassFileImporter()
          .withImportOption(location -> !location.asURI().getPath().startsWith(TESTS))
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.proteus");

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
