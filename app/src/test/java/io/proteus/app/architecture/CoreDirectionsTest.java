package io.proteus.app.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.util.List;

/** Inside core, a package sees only those before it in the list (docs/architecture.md). */
@AnalyzeClasses(packages = "io.proteus.core", importOptions = ImportOption.DoNotIncludeTests.class)
class CoreDirectionsTest {
  private static final List<String> ORDER =
      List.of("units", "cluster", "port", "history", "workload", "strategy", "plan", "decision");

  @ArchTest static final ArchRule packagesSeeOnlyThoseBeforeThem = inOrder();

  @ArchTest
  static final ArchRule policiesOfDifferentQuestionsDoNotSeeEachOther =
      slices()
          .matching("io.proteus.core.strategy.(*)..")
          .should()
          .notDependOnEachOther()
          .because("each answers one question, and any can be replaced alone");

  @ArchTest
  static final ArchRule aVerdictDoesNotKnowThePoliciesThatReachIt =
      noClasses()
          .that()
          .resideInAPackage("io.proteus.core.strategy")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.proteus.core.strategy.*..");

  private static ArchRule inOrder() {
    LayeredArchitecture layers = layeredArchitecture().consideringOnlyDependenciesInLayers();
    for (String name : ORDER) {
      layers = layers.layer(name).definedBy("io.proteus.core." + name + "..");
    }
    for (int i = 0; i < ORDER.size(); i++) {
      List<String> later = ORDER.subList(i + 1, ORDER.size());
      layers =
          later.isEmpty()
              ? layers.whereLayer(ORDER.get(i)).mayNotBeAccessedByAnyLayer()
              : layers
                  .whereLayer(ORDER.get(i))
                  .mayOnlyBeAccessedByLayers(later.toArray(String[]::new));
    }
    return layers;
  }
}
