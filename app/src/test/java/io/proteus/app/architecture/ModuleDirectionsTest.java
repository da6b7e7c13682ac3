package io.proteus.app.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may see whom among the modules (docs/architecture.md). */
@AnalyzeClasses(packages = "io.proteus", importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleDirectionsTest {

  @ArchTest
  static final ArchRule coreSeesTheJdkAndNothingElse =
      classes()
          .that()
          .resideInAPackage("io.proteus.core..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.proteus.core..", "java..", "org.jspecify..");

  @ArchTest
  static final ArchRule coreTouchesNoFileNoNetworkNoClockAndNoLogger =
      noClasses()
          .that()
          .resideInAPackage("io.proteus.core..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.io..", "java.nio..", "java.net..", "java.sql..")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.lang.System$Logger")
          .orShould()
          .callMethod(java.time.Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime");

  @ArchTest
  static final ArchRule theControllerSeesCore =
      classes()
          .that()
          .resideInAPackage("io.proteus.controller..")
          .should()
          .onlyDependOnClassesThat(Origin.proteusOnly("io.proteus.controller", "io.proteus.core"));

  @ArchTest
  static final ArchRule theSimulatorSeesTheControllerAndCore =
      classes()
          .that()
          .resideInAPackage("io.proteus.simulator..")
          .should()
          .onlyDependOnClassesThat(
              Origin.proteusOnly(
                  "io.proteus.simulator", "io.proteus.controller", "io.proteus.core"));

  @ArchTest
  static final ArchRule enginesSeeCore =
      classes()
          .that()
          .resideInAPackage("io.proteus.engine..")
          .should()
          .onlyDependOnClassesThat(Origin.proteusOnly("io.proteus.engine", "io.proteus.core"));

  @ArchTest
  static final ArchRule cloudsSeeCore =
      classes()
          .that()
          .resideInAPackage("io.proteus.cloud..")
          .should()
          .onlyDependOnClassesThat(Origin.proteusOnly("io.proteus.cloud", "io.proteus.core"));

  @ArchTest
  static final ArchRule thePluginSeesNothingOfOurs =
      classes()
          .that()
          .resideInAPackage("io.proteus.hbase.plugin..")
          .should()
          .onlyDependOnClassesThat(Origin.proteusOnly("io.proteus.hbase.plugin"));

  @ArchTest
  static final ArchRule nobodySeesTheCommandLine =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.proteus.app..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.proteus.app..");
}
