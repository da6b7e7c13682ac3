package io.proteus.core;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The directions of core: what each package may see, and what no decision may touch. */
class CoreDirectionsTest {
  private static final String ROOT = "io.proteus.core.";

  /** Each may import those before it. */
  private static final List<String> ORDER =
      List.of(
          "units",
          "setting",
          "words",
          "cluster",
          "parameter",
          "bulkload",
          "health",
          "model",
          "port",
          "step",
          "history",
          "workload",
          "strategy",
          "plan",
          "decision",
          "doctor");

  /**
   * Inside strategy: each may import strategy itself and what is before it, but no other family.
   */
  private static final List<String> FAMILIES =
      List.of("scaling", "configuration", "placement", "guard");

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.proteus.core");

  @Test
  void packagesImportOnlyThoseAboveThem() {
    for (int index = 0; index < ORDER.size() - 1; index++) {
      String[] later =
          ORDER.subList(index + 1, ORDER.size()).stream()
              .map(name -> ROOT + name + "..")
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(ROOT + ORDER.get(index) + "..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(later)
          .check(CORE);
    }
  }

  @Test
  void everyPackageHasItsPlaceInTheOrder() {
    classes()
        .should()
        .resideInAnyPackage(ORDER.stream().map(name -> ROOT + name + "..").toArray(String[]::new))
        .check(CORE);
  }

  @Test
  void whatAStrategyIsKnowsNothingOfItsFamilies() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + "strategy")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + "strategy.*..")
        .check(CORE);
  }

  @Test
  void whatAPlanIsKnowsNeitherItsPredictionNorItsUndo() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + "plan")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ROOT + "plan.prediction", ROOT + "plan.undo")
        .check(CORE);
  }

  @Test
  void predictionAndUndoOfPlansNeverImportEachOther() {
    noClasses()
        .that()
        .resideInAPackage(ROOT + "plan.prediction")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + "plan.undo")
        .check(CORE);
    noClasses()
        .that()
        .resideInAPackage(ROOT + "plan.undo")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ROOT + "plan.prediction")
        .check(CORE);
  }

  @Test
  void theFamiliesOfPoliciesNeverImportEachOther() {
    for (String family : FAMILIES) {
      String[] others =
          FAMILIES.stream()
              .filter(other -> !other.equals(family))
              .map(other -> ROOT + "strategy." + other + "..")
              .toArray(String[]::new);
      noClasses()
          .that()
          .resideInAPackage(ROOT + "strategy." + family + "..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(others)
          .check(CORE);
    }
  }

  @Test
  void coreNeedsTheJdkAndJSpecifyOnly() {
    noClasses()
        .should()
        .dependOnClassesThat(
            not(resideInAnyPackage("io.proteus.core..", "java..", "org.jspecify.annotations..")))
        .check(CORE);
  }

  @Test
  void decidingTouchesNeitherFilesNorNetworksNorThreadsNorLogs() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.io..",
            "java.nio..",
            "java.net..",
            "java.util.concurrent..",
            "java.util.logging..",
            "java.sql..")
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(Thread.class, Process.class, ProcessBuilder.class, System.Logger.class)
        .check(CORE);
  }

  @Test
  void decidingKnowsNeitherTheTimeNorChance() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(
            Clock.class,
            InstantSource.class,
            java.util.Random.class,
            java.util.SplittableRandom.class,
            java.util.UUID.class)
        .orShould()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(Math.class, "random")
        .check(CORE);
  }
}
