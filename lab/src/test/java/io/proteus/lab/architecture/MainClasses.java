package io.proteus.lab.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

/** All classes of all modules but their tests. */
final class MainClasses {
  /** Where the tests are, by wherever this class was compiled to. */
  private static final String TESTS =
      MainClasses.class.getProtectionDomain().getCodeSource().getLocation().getPath();

  static final JavaClasses ALL =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains(TESTS))
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("io.proteus");

  private MainClasses() {}
}
