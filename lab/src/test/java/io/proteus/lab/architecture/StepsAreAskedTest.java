package io.proteus.lab.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.InstanceofCheck;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.proteus.core.step.Step;
import org.junit.jupiter.api.Test;

/** What is asked of a step is a method of it, so that a new step needs no branch elsewhere. */
class StepsAreAskedTest {

  @Test
  void nobodyOutsideTheStepsBranchesOnTheClassOfAStep() {
    noClasses()
        .that()
        .resideOutsideOfPackage(Step.class.getPackageName())
        .should(branchOnTheClassOfAStep())
        .check(MainClasses.ALL);
  }

  private static ArchCondition<JavaClass> branchOnTheClassOfAStep() {
    return new ArchCondition<>("branch on the class of a step") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        for (InstanceofCheck check : item.getInstanceofChecks()) {
          boolean branches =
              check.getRawType().isAssignableTo(Step.class)
                  && !check.getRawType().isEquivalentTo(Step.class);
          events.add(
              new SimpleConditionEvent(
                  item,
                  branches,
                  "%s looks whether a step is a %s"
                      .formatted(item.getName(), check.getRawType().getSimpleName())));
        }
      }
    };
  }
}
