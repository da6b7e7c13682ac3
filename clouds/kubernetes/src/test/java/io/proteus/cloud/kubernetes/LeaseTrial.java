package io.proteus.cloud.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.proteus.core.port.Claim;
import io.proteus.core.port.Clocks;
import io.proteus.core.port.PortException;
import io.proteus.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** A seeded run of processes that want one Lease, with faults of the API server and of clocks. */
final class LeaseTrial {
  private static final int PROCESSES = 3;
  private static final int ACTIONS = 20;

  /** For so long an answer is relied on. */
  private static final Duration RELIED_ON = LeaseClaims.SESSION.multipliedBy(2).dividedBy(3);

  private static final int LONGEST_SILENCE_MILLIS = 9_000;

  private final FakeApiServer server;
  private final KubernetesClient client;
  private final Random random;
  private final ManualClock clock = ManualClock.start();
  private final List<Process> processes = new ArrayList<>();
  private final List<Claim> ofTheDead = new ArrayList<>();
  private long epoch;
  private int taken;

  LeaseTrial(FakeApiServer server, KubernetesClient client, Random random) {
    this.server = server;
    this.client = client;
    this.random = random;
  }

  private final class Process {
    private final Duration ahead = Duration.ofSeconds(random.nextInt(7200) - 3600);
    private LeaseClaims claims = claims();
    private @Nullable Claim claim;
    private Instant reliesUntil = Instant.MIN;

    private LeaseClaims claims() {
      return new LeaseClaims(
          "shop/orders",
          new LeaseApi(KubernetesContractTest.SETTINGS, "orders-proteus", client),
          new Clocks(
              () -> clock.millis() * 1_000_000, () -> clock.instant().plus(ahead).toEpochMilli()),
          Duration.ofDays(1),
          clock::advance);
    }

    void act(String name) {
      try {
        Claim now = claim;
        switch (random.nextInt(6)) {
          case 0, 1 -> claimIfNone(name);
          case 2 -> claims.holder();
          case 3 -> {
            if (now != null) {
              now.confirm();
              reliesUntil = clock.instant().plus(RELIED_ON);
            }
          }
          case 4 -> {
            if (now != null && random.nextInt(3) == 0) {
              now.close();
              claim = null;
              reliesUntil = Instant.MIN;
            }
          }
          default -> {
            if (random.nextInt(4) == 0) { // it dies, and another one is started in its place
              if (now != null) {
                ofTheDead.add(now);
              }
              claim = null; // what it relied on may be under way yet
              claims = claims();
            }
          }
        }
      } catch (PortException expected) {
        assertThat(expected)
            .as(name)
            .message()
            .containsAnyOf("Kubernetes", "claim", "somebody else");
      }
    }

    private void claimIfNone(String name) throws PortException {
      if (claim == null) {
        Claim next = claims.claim("somebody");
        assertThat(next.epoch()).as(name).isGreaterThan(epoch);
        epoch = next.epoch();
        assertThat(processes).as(name).allMatch(it -> it.reliesUntil.isBefore(clock.instant()));
        reliesUntil = clock.instant().plus(RELIED_ON);
        claim = next;
        taken++;
      }
    }

    boolean mayAct() {
      return claim != null && claim.isHeld();
    }
  }

  /** Answers how many claims were taken. */
  int run(String name) {
    for (int process = 0; process < PROCESSES; process++) {
      processes.add(new Process());
    }
    for (int action = 0; action < ACTIONS; action++) {
      server.conflicts = random.nextInt(6) == 0 ? 1 + random.nextInt(3) : 0;
      server.lostAnswers = random.nextInt(10) == 0 ? 1 : 0;
      server.refusals = random.nextInt(8) == 0 ? 1 + random.nextInt(3) : 0;
      server.refusal = random.nextBoolean() ? 403 : 500;
      clock.advance(Duration.ofMillis(random.nextInt(LONGEST_SILENCE_MILLIS)));
      processes.get(random.nextInt(PROCESSES)).act(name);
      assertThat(processes.stream().filter(Process::mayAct).count()).as(name).isLessThan(2);
    }
    server.conflicts = 0;
    server.lostAnswers = 0;
    server.refusals = 0;
    processes.stream().map(process -> process.claim).filter(Objects::nonNull).forEach(Claim::close);
    ofTheDead.forEach(Claim::close); // they have threads
    return taken;
  }
}
