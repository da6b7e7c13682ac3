package io.proteus.lab.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import io.proteus.controller.ControlLoop;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.journal.Journal;
import org.junit.jupiter.api.Test;

/** A journal is folded into actions once a process, by a log that all share. */
class OneActionLogTest {
  @Test
  void theControllerIsGivenTheLogAndMakesNone() {
    noClasses()
        .that()
        .resideInAPackage("io.proteus.controller..")
        .and()
        .doNotBelongToAnyOf(ControlLoop.class) // one that only watches has no other reader
        .should()
        .callConstructor(ActionLog.class, Journal.class)
        .check(MainClasses.ALL);
  }

  @Test
  void theDaemonMakesItWhereTheJournalIsOpenedAndNowhereElse() {
    noClasses()
        .that(resideInAnyPackage("io.proteus.app.server", "io.proteus.app.cluster"))
        .and()
        .doNotHaveSimpleName("ClusterSession")
        .and()
        .doNotHaveSimpleName("Controls")
        .should()
        .callConstructor(ActionLog.class, Journal.class)
        .check(MainClasses.ALL);
  }
}
