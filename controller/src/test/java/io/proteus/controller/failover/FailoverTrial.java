package io.proteus.controller.failover;

import io.proteus.controller.Actuator;
import io.proteus.controller.Claims;
import io.proteus.controller.ControlLoop;
import io.proteus.controller.Monitor;
import io.proteus.controller.action.ActionLog;
import io.proteus.controller.execution.Balancer;
import io.proteus.controller.execution.Fence;
import io.proteus.controller.execution.Progress;
import io.proteus.controller.execution.Rig;
import io.proteus.controller.execution.StopSignal;
import io.proteus.controller.execution.Time;
import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.Planned;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.plan.Plan;
import io.proteus.core.port.Claimant;
import io.proteus.core.port.Claiming;
import io.proteus.core.port.Clocks;
import io.proteus.core.port.Facet;
import io.proteus.core.port.Facets;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.core.port.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * Three Proteus on one cluster, with a plan to carry out, which are killed, stand still and lose
 * sight of the claim at random. Whatever they do to the cluster is held against who has the claim
 * at that moment.
 */
final class FailoverTrial {
  private static final int PROCESSES = 3;
  private static final Duration PERIOD = Duration.ofSeconds(30);
  private static final Duration FAULTS_LAST = Duration.ofMinutes(4);
  private static final Duration AT_MOST = Duration.ofHours(3);
  private static final Set<String> CHANGES =
      Set.of(
          "move",
          "setMemorySplit",
          "forgetMemorySplit",
          "setBlockSize",
          "compact",
          "switchCompactions",
          "switchBalancer",
          "forget",
          "restart",
          "launch",
          "terminate");

  private final Rig rig;
  private final SplittableRandom random;
  private final VirtualProcesses processes;
  private final VirtualLeases leases;
  private final @Nullable Plan plan;
  private final Instant calmFrom;
  private final List<String> violations = new ArrayList<>();
  private int changes;
  private int faults;

  FailoverTrial(long seed) throws PortException {
    this.rig = Rig.random(seed);
    this.random = new SplittableRandom(seed);
    this.processes = new VirtualProcesses(rig.clock);
    this.leases = new VirtualLeases(rig.clock);
    this.plan = rig.plan().orElse(null);
    this.calmFrom = rig.clock.instant().plus(FAULTS_LAST);
  }

  /**
   * What came of it.
   *
   * @param violations changes by a Proteus whose claim another had taken
   * @param epochs how often the claim was taken
   */
  record Result(
      boolean ended,
      List<String> violations,
      List<Duration> takeovers,
      int changes,
      int faults,
      long epochs) {}

  /** Whether this seed's cluster has anything to be done. */
  boolean hasPlan() {
    return plan != null;
  }

  Rig rig() {
    return rig;
  }

  Result run() throws Exception {
    rig.journal.append(rig.clock.instant(), new Planned(Objects.requireNonNull(plan), null));
    for (int i = 1; i <= PROCESSES; i++) {
      String name = "proteus-" + i;
      processes.add(name, () -> lives(name));
    }
    boolean ended = processes.run(AT_MOST, this::isDone);
    return new Result(ended, violations, leases.takeovers(), changes, faults, leases.epoch());
  }

  private boolean isDone() {
    try {
      return rig.clock.instant().isAfter(calmFrom)
          && rig.journal.unfinishedPlans().isEmpty()
          && !rig.journal.balancerIsTaken()
          && rig.cluster.peek().balancerOn() == rig.balancerBefore;
    } catch (JournalException e) {
      throw new AssertionError(e);
    }
  }

  /** One process after another, each started some time after the one before was killed. */
  private void lives(String name) {
    while (true) {
      Life life = new Life(name);
      try {
        life.loop().run(new StopSignal(), cycle -> {});
      } catch (Life.Killed e) {
        processes.sleep(Duration.ofMillis(random.nextLong(1_000, 60_000)));
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** A process from its start until it is killed. */
  private final class Life implements Time, VirtualLeases.Line {
    private final String name;
    private VirtualLeases.Session session = leases.new Session();
    private Instant reachableFrom = Instant.MIN;
    private Duration asleep = Duration.ZERO;
    private Duration wrong = Duration.ZERO;
    private boolean dead;
    private @Nullable Claims claims;

    Life(String name) {
      this.name = name;
    }

    /** Nothing that it does after this reaches the outside. */
    static final class Killed extends Error {
      private static final long serialVersionUID = 1L;

      Killed() {
        super("killed", null, false, false);
      }
    }

    ControlLoop loop() {
      Ports ports =
          new Fence()
              .around(
                  new Ports(
                      seen(Store.class, rig.cluster),
                      rig.cluster
                          .facets()
                          .wrapped(
                              new Facets.Wrapper() {
                                @Override
                                public <F extends Facet> F wrap(Class<F> kind, F facet) {
                                  return seen(kind, facet);
                                }
                              }),
                      seen(Claiming.class, rig.cluster)));
      Journal journal = mortal(rig.journal);
      Monitor monitor = new Monitor(ports, rig.cluster.hosts(), rig.monitorSettings(), this);
      Balancer balancer = new Balancer(ports, journal, this);
      Claims own = Claims.whenFree(ports.claiming(), Claimant.of(name));
      claims = own;
      return ControlLoop.acting(
          monitor,
          Rig.MET,
          this,
          PERIOD,
          Actuator.on(
              ports,
              monitor,
              Rig.MET,
              balancer,
              new ActionLog(journal),
              this,
              rig.options(Progress.UNSEEN, new StopSignal())),
          own);
    }

    // time, as this process has it

    @Override
    public Instant now() {
      return rig.clock.instant().plus(wrong);
    }

    @Override
    public void sleep(Duration duration) {
      moment();
      clockIsSet();
      processes.sleep(duration);
      moment();
      if (claims != null) {
        claims.look();
      }
    }

    private Clocks clocks() {
      Instant start = Instant.EPOCH;
      return new Clocks(
          () -> Duration.between(start, rig.clock.instant().minus(asleep)).toNanos(),
          () -> now().toEpochMilli());
    }

    // what may happen to it at any moment

    private void moment() {
      if (dead) {
        throw new Killed();
      }
      if (!rig.clock.instant().isBefore(calmFrom)) {
        return;
      }
      double dice = random.nextDouble();
      if (dice < 0.002) {
        faults++;
        dead = true;
        session.falls(sinceLastSign());
        throw new Killed();
      } else if (dice < 0.008) {
        faults++;
        standStill(Duration.ofMillis(random.nextLong(50, 40_000)));
      } else if (dice < 0.011) {
        faults++;
        reachableFrom = rig.clock.instant().plusMillis(random.nextLong(100, 40_000));
        session.falls(sinceLastSign());
      }
    }

    /** Somebody sets its clock; never while it asks for the claim and its other clock stands. */
    private void clockIsSet() {
      if (rig.clock.instant().isBefore(calmFrom) && random.nextInt(500) == 0) {
        faults++;
        wrong = Duration.ofSeconds(random.nextLong(-3_600, 3_600));
      }
    }

    private Duration sinceLastSign() {
      return Duration.ofMillis(random.nextLong(0, VirtualLeases.SESSION.toMillis() / 3));
    }

    /** As by SIGSTOP, a collection of garbage, or a machine that is frozen. */
    private void standStill(Duration length) {
      session.falls(sinceLastSign());
      if (random.nextInt(3) == 0) {
        asleep = asleep.plus(length); // with its steady clock
      }
      processes.sleep(length);
      if (isReachable()) {
        session.rises();
      }
    }

    private boolean isReachable() {
      return !rig.clock.instant().isBefore(reachableFrom);
    }

    @Override
    public VirtualLeases.Session session() {
      return session;
    }

    @Override
    public void question() throws PortException {
      moment();
      if (!isReachable()) {
        processes.sleep(Duration.ofSeconds(2));
        throw new PortException("the claim cannot be asked about");
      }
      if (!session.rises()) {
        session = leases.new Session();
      }
    }

    @Override
    public void answer() {
      moment();
    }

    // the outside, as this process has it

    private <T> T seen(Class<T> type, T target) {
      return type.cast(
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (proxy, method, arguments) -> {
                switch (method.getName()) {
                  case "claim" -> {
                    question();
                    return leases.take(session, name, clocks(), this);
                  }
                  case "holder" -> {
                    question();
                    return leases.who();
                  }
                  default -> {}
                }
                if (CHANGES.contains(method.getName())) {
                  change(method.getName());
                } else {
                  moment();
                }
                try {
                  return method.invoke(target, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause() == null ? e : e.getCause();
                }
              }));
    }

    /** The process may stand still until here, but no more: the change leaves it now. */
    private void change(String what) {
      if (dead) {
        throw new Killed();
      }
      changes++;
      long epoch = claims == null ? 0 : claims.leadership().epoch();
      if (leases.epoch() > epoch) {
        violations.add(
            "%s of epoch %d asked for %s at %s, while epoch %d was given"
                .formatted(name, epoch, what, rig.clock.instant(), leases.epoch()));
      }
    }

    private Journal mortal(Journal journal) {
      return (Journal)
          Proxy.newProxyInstance(
              Journal.class.getClassLoader(),
              new Class<?>[] {Journal.class},
              (proxy, method, arguments) -> {
                moment();
                try {
                  return method.invoke(journal, arguments);
                } catch (InvocationTargetException e) {
                  throw e.getCause() == null ? e : e.getCause();
                }
              });
    }
  }
}
