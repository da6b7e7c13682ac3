package io.proteus.lab.faults;

import io.proteus.app.ExitCode;
import io.proteus.app.Interruption;
import io.proteus.app.VersionCommand;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.PortException;
import io.proteus.workloads.run.WorkloadRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * One fault, and all that must be true after it: the cluster is put in order, clients work, Proteus
 * is started, the fault strikes, Proteus is started again until it ends well, and everything is
 * looked at.
 *
 * @param home the folder that Proteus was built in
 * @param clusterFolder the cluster's, for Proteus to restart its servers
 */
record Trial(FaultCluster cluster, Path home, Path clusterFolder, Consumer<String> progress) {
  /** A plan of these takes half a minute, and what it may wait for is bounded. */
  private static final Duration ENDS_WITHIN = Duration.ofMinutes(10);

  private static final int MOST_STARTS = 5;

  /** A busy machine may keep Proteus from measuring, and one that holds has nothing to break. */
  private static final int MOST_WITHOUT_A_PLAN = 4;

  private static final int BALANCER_OFF_IN = 4;

  /** Proteus has nothing more to do, or may do nothing more for now. */
  private static final Set<Integer> AT_REST = Set.of(ExitCode.OK, ExitCode.HELD);

  /** Runs it; what it shows is in the record, and only what keeps it from being run is thrown. */
  TrialRecord run(FaultKind kind, Fault fault, int number, long seed, Path path)
      throws PortException, IOException, InterruptedException {
    Instant at = Instant.now();
    SplittableRandom random = new SplittableRandom(seed);
    Topology before = cluster.arrange(seed, random.nextInt(BALANCER_OFF_IN) != 0);
    TrialFolder folder = TrialFolder.make(path, cluster, clusterFolder, fault.scrapeTimeout());
    try (fault;
        JournalWatch journal = new JournalWatch(folder.journal())) {
      fault.prepare(path);
      Course course;
      WorkloadRunner clients = cluster.stage().runner(seed);
      try (clients) {
        clients.start();
        course = course(fault, number, random, folder, journal);
      } finally {
        cluster.endSupervision();
      }
      return inspected(kind, fault, number, seed, at, course, clients.failures(), before, journal);
    }
  }

  /** What happened, up to the end of the last Proteus. */
  private record Course(Scene scene, Strike strike, List<ProteusRun> runs, List<Check> checks) {}

  private Course course(
      Fault fault, int number, SplittableRandom random, TrialFolder folder, JournalWatch journal)
      throws PortException, IOException, InterruptedException {
    List<ProteusRun> runs = new ArrayList<>();
    List<Check> checks = new ArrayList<>();
    Met met;
    do {
      met = meet(fault, number, random, folder, journal, checks);
      runs.add(met.run());
    } while (!met.strike().happened()
        && journal.latest().isEmpty()
        && runs.size() < MOST_WITHOUT_A_PLAN);
    int first = runs.size();
    while (!AT_REST.contains(runs.get(runs.size() - 1).exitCode())
        && runs.size() < first + MOST_STARTS - 1) {
      runs.add(again(folder, checks));
    }
    int last = runs.get(runs.size() - 1).exitCode();
    checks.add(
        new Check(
            "at rest",
            AT_REST.contains(last),
            "%d starts, the last ended with %d".formatted(runs.size(), last)));
    return new Course(met.scene(), met.strike(), runs, checks);
  }

  /** A start of Proteus, and what the fault did to it. */
  private record Met(Scene scene, Strike strike, ProteusRun run) {}

  private Met meet(
      Fault fault,
      int number,
      SplittableRandom random,
      TrialFolder folder,
      JournalWatch journal,
      List<Check> checks)
      throws PortException, IOException, InterruptedException {
    try (ProteusProcess proteus =
            ProteusProcess.start(home, folder.path(), fault.environment(), fault.command());
        Interruption orphan = Interruption.handledBy(proteus::close)) {
      Scene scene = new Scene(cluster, proteus, journal, random, number);
      Strike strike;
      try {
        strike = fault.strike(scene);
      } catch (PortException e) {
        strike = Strike.missed("the fault could not be made: %s", String.valueOf(e.getMessage()));
        proteus.terminate();
      }
      progress.accept("  " + strike.moment());
      ProteusRun run = ended(fault.command(), proteus, checks);
      fault.mend();
      return new Met(scene, strike, run);
    }
  }

  private ProteusRun again(TrialFolder folder, List<Check> checks)
      throws PortException, IOException, InterruptedException {
    try {
      cluster.awaitClaimFree();
      cluster.awaitAnswers();
    } catch (PortException e) {
      progress.accept("  " + e.getMessage()); // Proteus is to say so itself
    }
    try (ProteusProcess proteus = ProteusProcess.start(home, folder.path(), Map.of(), Fault.APPLY);
        Interruption orphan = Interruption.handledBy(proteus::close)) {
      return ended(Fault.APPLY, proteus, checks);
    }
  }

  private ProteusRun ended(List<String> command, ProteusProcess proteus, List<Check> checks)
      throws InterruptedException {
    if (!proteus.ends(ENDS_WITHIN)) {
      checks.add(
          Check.failed(
              "ends",
              "Proteus was still there %d s after the fault: %s"
                  .formatted(
                      ENDS_WITHIN.toSeconds(),
                      ProteusRun.said(ExitCode.ERROR, proteus.out(), proteus.err()))));
      proteus.kill();
    }
    ProteusRun run = ProteusRun.of(command, proteus);
    progress.accept(
        "  Proteus ended with %d after %.0f s: %s"
            .formatted(run.exitCode(), run.seconds(), run.said()));
    return run;
  }

  private TrialRecord inspected(
      FaultKind kind,
      Fault fault,
      int number,
      long seed,
      Instant at,
      Course course,
      long failedOperations,
      Topology before,
      JournalWatch journal)
      throws PortException, IOException, InterruptedException {
    List<Check> checks = new ArrayList<>(course.checks());
    checks.add(serversUp(fault));
    Inspection inspection = new Inspection(cluster, before, journal);
    checks.addAll(inspection.checks(fault.sparesTheStore()));
    checks.addAll(fault.checks(course.scene()));
    return new TrialRecord(
        TrialRecord.SCHEMA,
        VersionCommand.current(),
        at,
        kind.id(),
        number,
        seed,
        course.strike().happened(),
        course.strike().moment(),
        course.runs(),
        plans(inspection),
        checks,
        inspection.acknowledged(),
        failedOperations,
        Duration.between(at, Instant.now()).toMillis() / 1e3);
  }

  /** What is left dead is started for what follows, and is a failure where nobody killed it. */
  private Check serversUp(Fault fault) {
    try {
      List<String> left = cluster.startDead();
      return new Check(
          "servers up",
          left.isEmpty() || fault.mayLeaveDead(),
          left.isEmpty() ? "all" : "were left dead: " + left);
    } catch (PortException e) {
      return Check.failed("servers up", String.valueOf(e.getMessage()));
    }
  }

  private static List<String> plans(Inspection inspection) {
    try {
      return inspection.plans();
    } catch (JournalException e) {
      return List.of(String.valueOf(e.getMessage()));
    }
  }
}
