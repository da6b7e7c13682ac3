package io.proteus.lab.failover;

import io.proteus.controller.action.ActionLog;
import io.proteus.controller.action.ActionPlan;
import io.proteus.controller.action.RecordedEvent;
import io.proteus.controller.journal.JournalEvent.PlanEnded;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalException;
import io.proteus.controller.journal.SqliteJournal;
import io.proteus.controller.journal.StepState;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Topology;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Holder;
import io.proteus.core.port.PortException;
import io.proteus.core.step.MovePartition;
import io.proteus.core.step.Price;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.Layout;
import io.proteus.engine.hbase.HBaseEngine;
import io.proteus.lab.failover.FailoverResult.Trial;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Two daemons on a real cluster, of which the one that leads is killed or made to stand still while
 * it moves regions. The plan is put into their journal, where the leader finds it as one that an
 * earlier run had left: so the cluster needs no load, and each trial has the same to do.
 */
final class FailoverExperiment {
  private static final Duration LOOK = Duration.ofMillis(50);
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final int PROCESSES = 2;

  private final HBaseEngine engine;
  private final Path configuration;
  private final Path journal;
  private final Random random;
  private final Consumer<String> progress;
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<DaemonProcess> daemons = new ArrayList<>();
  private final Map<Long, Taken> epochs = new TreeMap<>();
  private final List<Trial> trials = new ArrayList<>();
  private final Map<String, Interval> plans = new HashMap<>();
  private int lives;

  /** A claim that was taken, by whom and when. */
  private record Taken(String user, Instant at) {}

  /** When a plan was carried out. */
  private record Interval(Instant from, Instant to) {}

  FailoverExperiment(
      HBaseEngine engine, Path configuration, Path journal, long seed, Consumer<String> progress) {
    this.engine = engine;
    this.configuration = configuration;
    this.journal = journal;
    this.random = new Random(seed);
    this.progress = progress;
  }

  /** Runs the trials, one after the other, and ends the daemons. */
  List<Trial> run(int count) throws IOException, InterruptedException, PortException {
    try {
      for (int i = 1; i <= PROCESSES; i++) {
        daemons.add(start("proteus-" + i));
      }
      for (int number = 1; number <= count; number++) {
        trials.add(trial(number));
      }
      return List.copyOf(trials);
    } catch (JournalException e) {
      throw new PortException(String.valueOf(e.getMessage()), e);
    } finally {
      daemons.forEach(DaemonProcess::close);
    }
  }

  private DaemonProcess start(String user) throws IOException {
    return DaemonProcess.start(configuration, user, ++lives);
  }

  private Trial trial(int number)
      throws IOException, InterruptedException, PortException, JournalException {
    awaitBothAttend();
    Holder leader = awaitLeader(-1);
    DaemonProcess falling = daemonOf(leader);
    Plan plan = plan(number, engine.topology());
    Instant begun = Instant.now();
    try (SqliteJournal written = SqliteJournal.open(journal, Duration.ofDays(1))) {
      ActionLog log = new ActionLog(written);
      written.append(begun, new Planned(plan, null));
      int after = random.nextInt(plan.steps().size() / 2);
      await("step %d of %s".formatted(after, plan.id()), () -> isDone(log, plan, after));
      Thread.sleep(random.nextInt(400));
      boolean killed = number % 2 == 1;
      Instant fell = Instant.now();
      if (killed) {
        falling.kill();
      } else {
        falling.stop();
      }
      Holder next = awaitLeader(leader.epoch());
      Duration takeover = Duration.between(fell, Instant.now());
      if (killed) {
        daemons.set(daemons.indexOf(falling), start(falling.user()));
      } else {
        Thread.sleep(random.nextInt(5_000));
        falling.goOn();
      }
      PlanEnded ended = awaitValue("the end of " + plan.id(), () -> ended(log, plan)).orElseThrow();
      Instant at = Instant.now();
      plans.put(plan.id(), new Interval(begun, at));
      if (!killed) {
        await(
            "%s to stand by after it had stood still".formatted(falling.user()),
            () -> falling.control(http).filter(said -> said.contains("\"standby\"")).isPresent());
      }
      progress.accept(
          "trial %d: %s %s after step %d; %s leads after %d ms; %s %s after %d ms"
              .formatted(
                  number,
                  falling.user(),
                  killed ? "killed" : "stopped",
                  after,
                  daemonOf(next).user(),
                  takeover.toMillis(),
                  plan.id(),
                  ended.outcome(),
                  Duration.between(fell, at).toMillis()));
      return new Trial(
          number,
          killed ? "killed" : "stood still",
          after,
          takeover,
          ended.outcome(),
          Duration.between(fell, at));
    }
  }

  /** Each leads or knows who does: it answers before it has reached the cluster. */
  private void awaitBothAttend() throws IOException, InterruptedException, PortException {
    for (DaemonProcess daemon : daemons) {
      await(
          "%s to lead or to stand by; its log is %s".formatted(daemon.user(), daemon.out()),
          () -> daemon.control(http).filter(said -> said.contains("\"leader\"")).isPresent());
    }
  }

  private Holder awaitLeader(long after) throws IOException, InterruptedException, PortException {
    return awaitValue(
            "a leader after epoch " + after,
            () -> {
              Optional<Holder> now = engine.holder().filter(holder -> holder.epoch() > after);
              if (now.isPresent()) {
                DaemonProcess daemon = daemonOf(now.get());
                epochs.putIfAbsent(
                    now.get().epoch(), new Taken(daemon.user(), Instant.parse(now.get().since())));
              }
              return now;
            })
        .orElseThrow();
  }

  private DaemonProcess daemonOf(Holder holder) throws PortException {
    return daemons.stream()
        .filter(daemon -> (holder.who() + " ").contains("process %d ".formatted(daemon.pid())))
        .findFirst()
        .orElseThrow(
            () -> new PortException("%s leads, which is none of the trial's.".formatted(holder)));
  }

  /** Moves every region to the other server. */
  private static Plan plan(int number, Topology now) {
    List<NodeId> nodes = now.nodes().stream().map(node -> node.id()).sorted().toList();
    List<Step> steps = new ArrayList<>();
    for (Partition partition : now.partitions()) {
      NodeId from = Objects.requireNonNull(partition.node());
      NodeId to = nodes.get((nodes.indexOf(from) + 1) % nodes.size());
      steps.add(new MovePartition(partition.id(), partition.table(), from, to, partition.size()));
    }
    return new Plan(
        "failover-" + number,
        number,
        Layout.of(List.of(), List.of(), Map.of()),
        steps,
        Price.of(steps),
        List.of());
  }

  private static boolean isDone(ActionLog log, Plan plan, int after) throws JournalException {
    return log.now().plan(plan.id()).stream()
            .flatMap(begun -> begun.steps().marks().stream())
            .filter(mark -> mark.state() == StepState.DONE)
            .count()
        >= after;
  }

  private static Optional<PlanEnded> ended(ActionLog log, Plan plan) throws JournalException {
    return log.now().plan(plan.id()).flatMap(ActionPlan::end).map(RecordedEvent::event);
  }

  // what the master saw

  /** Moves that came from one whose claim another had taken by then. */
  List<String> afterAnother(List<MasterLog.Move> moves) {
    List<String> found = new ArrayList<>();
    for (MasterLog.Move move : moves) {
      Taken latest = null;
      for (Taken taken : epochs.values()) {
        latest = taken.at().isAfter(move.at()) ? latest : taken;
      }
      if (move.user().startsWith("proteus-")
          && latest != null
          && !latest.user().equals(move.user())) {
        found.add("%s, while %s had led since %s".formatted(move, latest.user(), latest.at()));
      }
    }
    return found;
  }

  /** Moves of one region in one plan that came from two. */
  List<String> byTwo(List<MasterLog.Move> moves) {
    Map<String, String> first = new HashMap<>();
    List<String> found = new ArrayList<>();
    for (MasterLog.Move move : moves) {
      plans.forEach(
          (plan, interval) -> {
            if (!move.at().isBefore(interval.from()) && !move.at().isAfter(interval.to())) {
              String before = first.putIfAbsent(plan + " " + move.region(), move.user());
              if (before != null && !before.equals(move.user())) {
                found.add("%s of %s, which %s had asked for".formatted(move, plan, before));
              }
            }
          });
    }
    return found;
  }

  // waiting

  private interface Question<T> {
    T ask() throws IOException, InterruptedException, PortException, JournalException;
  }

  private void await(String what, Question<Boolean> condition)
      throws IOException, InterruptedException, PortException {
    var unused =
        awaitValue(what, () -> condition.ask() ? Optional.of(true) : Optional.<Boolean>empty());
  }

  private <T> Optional<T> awaitValue(String what, Question<Optional<T>> question)
      throws IOException, InterruptedException, PortException {
    Instant until = Instant.now().plus(PATIENCE);
    while (true) {
      try {
        Optional<T> found = question.ask();
        if (found.isPresent()) {
          return found;
        }
      } catch (JournalException e) {
        throw new PortException(String.valueOf(e.getMessage()), e);
      }
      if (Instant.now().isAfter(until)) {
        throw new PortException(
            "waited %d s in vain for %s; the daemons' logs are beside %s."
                .formatted(PATIENCE.toSeconds(), what, configuration));
      }
      Thread.sleep(LOOK.toMillis());
    }
  }
}
