package io.proteus.lab.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.lang.ArchRule;
import org.junit.jupiter.api.Test;

/** Who may see whom among the modules (docs/architecture.md). */
class ModuleDirectionsTest {
  private static final JavaClasses PROTEUS = MainClasses.ALL;

  @Test
  void coreSeesTheJdkAndNothingElse() {
    ArchRule rule =
        classes()
            .that()
            .resideInAPackage("io.proteus.core..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("io.proteus.core..", "java..", "org.jspecify..");

    rule.check(PROTEUS);
  }

  @Test
  void coreTouchesNoFileNoNetworkNoClockAndNoLogger() {
    ArchRule rule =
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

    rule.check(PROTEUS);
  }

  @Test
  void theControllerSeesCore() {
    ArchRule rule =
        classes()
            .that()
            .resideInAPackage("io.proteus.controller..")
            .should()
            .onlyDependOnClassesThat(
                Origin.proteusOnly("io.proteus.controller", "io.proteus.core"));

    rule.check(PROTEUS);
  }

  @Test
  void theSimulatorSeesTheControllerAndCore() {
    ArchRule rule =
        classes()
            .that()
            .resideInAPackage("io.proteus.simulator..")
            .should()
            .onlyDependOnClassesThat(
                Origin.proteusOnly(
                    "io.proteus.simulator", "io.proteus.controller", "io.proteus.core"));

    rule.check(PROTEUS);
  }

  /** HBase's engine writes the znodes that its plugin reads: their format is the plugin's. */
  @Test
  void enginesSeeCoreAndThePluginOfTheirStore() {
    ArchRule rule =
        classes()
            .that()
            .resideInAPackage("io.proteus.engine..")
            .should()
            .onlyDependOnClassesThat(
                Origin.proteusOnly(
                    "io.proteus.engine", "io.proteus.core", "io.proteus.hbase.plugin"));

    rule.check(PROTEUS);
  }

  @Test
  void cloudsSeeCore() {
    ArchRule rule =
        classes()
            .that()
            .resideInAPackage("io.proteus.cloud..")
            .should()
            .onlyDependOnClassesThat(Origin.proteusOnly("io.proteus.cloud", "io.proteus.core"));

    rule.check(PROTEUS);
  }

  @Test
  void thePluginSeesNothingOfOurs() {
    ArchRule rule =
        classes()
            .that()
            .resideInAPackage("io.proteus.hbase.plugin..")
            .should()
            .onlyDependOnClassesThat(Origin.proteusOnly("io.proteus.hbase.plugin"));

    rule.check(PROTEUS);
  }

  @Test
  void onlyTheLaboratorySeesTheCommandLine() {
    ArchRule rule =
        noClasses()
            .that()
            .resideOutsideOfPackages("io.proteus.app..", "io.proteus.lab..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.proteus.app..");

    rule.check(PROTEUS);
  }

  @Test
  void nobodySeesTheLaboratoryAndItsWorkloads() {
    ArchRule rule =
        noClasses()
            .that()
            .resideOutsideOfPackages("io.proteus.lab..", "io.proteus.workloads..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.proteus.lab..", "io.proteus.workloads..");

    rule.check(PROTEUS);
  }
}
