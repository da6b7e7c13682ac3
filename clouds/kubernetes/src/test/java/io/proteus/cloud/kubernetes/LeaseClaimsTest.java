package io.proteus.cloud.kubernetes;

import static io.proteus.testkit.InMemoryCluster.cluster;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.Claim;
import io.proteus.core.port.ClaimLost;
import io.proteus.core.port.ClaimNotes;
import io.proteus.core.port.Claimant;
import io.proteus.core.port.Clocks;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import io.proteus.testkit.ClaimContractTest;
import io.proteus.testkit.InMemoryCluster;
import io.proteus.testkit.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A claim in a Lease: one process has it, until it lets it go or falls silent. */
class LeaseClaimsTest {
  private static final String LEASE = "orders-proteus";
  private static final Duration NEVER = Duration.ofDays(1);
  private static final Duration SESSION = LeaseClaims.SESSION;

  private final ManualClock clock = ManualClock.start();
  private FakeApiServer server;
  private KubernetesClient client;
  private LeaseClaims ours;
  private LeaseClaims theirs;

  @BeforeEach
  void twoProcessesWithTheSameLease() throws Exception {
    server = new FakeApiServer(2);
    client = server.clientForClaim();
    ours = claims("shop/orders", Duration.ZERO, NEVER, clock::advance);
    theirs = claims("shop/orders", Duration.ZERO, NEVER, clock::advance);
  }

  @AfterEach
  void end() {
    client.close();
    server.close();
  }

  /**
   * @param ahead of everybody else's clock of the day
   */
  private LeaseClaims claims(
      String cluster, Duration ahead, Duration betweenSigns, LeaseClaims.Pause pause) {
    return new LeaseClaims(
        cluster,
        new LeaseApi(KubernetesContractTest.SETTINGS, LEASE, client),
        new Clocks(
            () -> clock.millis() * 1_000_000, () -> clock.instant().plus(ahead).toEpochMilli()),
        betweenSigns,
        pause);
  }

  @Nested
  class AsAContract extends ClaimContractTest {
    private final InMemoryCluster cluster =
        cluster().node("a").holding("t", 1).node("b").holding("t", 1).build();

    @Override
    protected Ports ports() {
      return new Ports(cluster.ports().store(), cluster.ports().facets(), ours);
    }

    @Override
    protected Duration patience() {
      return Duration.ofSeconds(2);
    }

    @Override
    protected void loseClaim() throws Exception {
      theirs.claim("somebody else").close();
    }
  }

  @Test
  void whoHasFallenSilentIsFollowedAfterOneSessionAndNotBefore() throws PortException {
    Claim silent = ours.claim(new Claimant("ours", "http://one:7070"));
    assertThat(theirs.holder())
        .hasToString("Optional[ours at http://one:7070, since 2026-01-01T00:00:00Z]");

    clock.advance(SESSION.minusMillis(1));
    assertThat(theirs.holder()).isPresent();
    clock.advance(Duration.ofMillis(1));
    assertThat(theirs.holder()).isEmpty();
    try (Claim next = theirs.claim("theirs")) {
      assertThat(next.epoch()).isEqualTo(silent.epoch() + 1);
      assertThatThrownBy(silent::confirm).isInstanceOf(ClaimLost.class);
      assertThat(ours.holder())
          .hasValueSatisfying(
              holder -> {
                assertThat(holder.who()).isEqualTo("theirs");
                assertThat(holder.url()).isNull();
              });
    }
  }

  /** It cannot know how long the holder has been silent. */
  @Test
  void whoComesAnewWaitsForASessionOfItsOwn() throws PortException {
    ours.claim("ours");
    clock.advance(Duration.ofHours(1));
    long before = clock.millis();

    try (Claim next = theirs.claim("theirs")) {
      assertThat(next.isHeld()).isTrue();
      assertThat(Duration.ofMillis(clock.millis() - before)).isEqualTo(SESSION);
    }
  }

  @Test
  void whoComesAnewIsRefusedAsSoonAsTheHolderGivesASign() throws PortException {
    Claim claim = ours.claim("ours");
    LeaseClaims newcomer =
        claims(
            "shop/orders",
            Duration.ZERO,
            NEVER,
            time -> {
              clock.advance(time);
              assertThat(claim.isHeld()).isTrue();
              confirm(claim);
            });
    long before = clock.millis();

    assertThatThrownBy(() -> newcomer.claim("the newcomer"))
        .isInstanceOf(AlreadyClaimed.class)
        .hasMessage(
            "the cluster is claimed by ours, since 2026-01-01T00:00:00Z, in the Lease"
                + " shop/orders-proteus. It is free 15 s after its last sign of life.");
    assertThat(clock.millis() - before).isEqualTo(1000);
    assertThatThrownBy(() -> newcomer.claim("the newcomer")).isInstanceOf(AlreadyClaimed.class);
    assertThat(clock.millis() - before).as("it has seen enough").isEqualTo(1000);
  }

  private static void confirm(Claim claim) {
    try {
      claim.confirm();
    } catch (ClaimLost e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-90, 90})
  void whatTheClocksOfTwoMachinesSayIsNotCompared(int minutes) throws PortException {
    LeaseClaims elsewhere =
        claims("shop/orders", Duration.ofMinutes(minutes), NEVER, clock::advance);
    Claim claim = ours.claim("ours");

    assertThat(elsewhere.holder()).isPresent();
    for (int sign = 0; sign < 5; sign++) {
      clock.advance(SESSION.minusMillis(1));
      claim.confirm();
      assertThat(elsewhere.holder()).isPresent();
    }
    clock.advance(SESSION);
    assertThat(elsewhere.holder()).isEmpty();
  }

  @Test
  void aSignOfLifeIsSeenAlsoWhereTheClockOfTheDayStandsStill() throws PortException {
    long day = clock.millis();
    LeaseClaims frozen =
        new LeaseClaims(
            "shop/orders",
            new LeaseApi(KubernetesContractTest.SETTINGS, LEASE, client),
            new Clocks(() -> clock.millis() * 1_000_000, () -> day),
            NEVER,
            clock::advance);
    Claim claim = frozen.claim("ours");
    assertThat(theirs.holder()).isPresent();

    clock.advance(SESSION.minusMillis(1));
    claim.confirm();

    assertThat(theirs.holder()).isPresent();
    clock.advance(Duration.ofMillis(1));
    assertThat(theirs.holder()).isPresent();
  }

  @Test
  void whatIsLetGoIsFreeAtOnceAndTransitionsAreCounted() throws PortException {
    ours.claim("ours").close();
    assertThat(server.leases.get(LEASE).at("/spec/holderIdentity").isMissingNode()).isTrue();
    assertThat(server.leases.get(LEASE).at("/spec/leaseTransitions").asInt()).isZero();
    long before = clock.millis();

    try (Claim claim = theirs.claim("theirs")) {
      assertThat(claim.epoch()).isEqualTo(2);
      assertThat(server.leases.get(LEASE).at("/spec/leaseTransitions").asInt()).isEqualTo(1);
      assertThat(server.leases.get(LEASE).at("/spec/leaseDurationSeconds").asInt()).isEqualTo(15);
      assertThat(clock.millis()).isEqualTo(before);
    }
  }

  @Test
  void whoeverWritesToItMeanwhileIsNoReasonToLoseIt() throws PortException {
    server.conflicts = 2;
    try (Claim claim = ours.claim("ours")) {
      clock.advance(Duration.ofSeconds(3));
      server.conflicts = 2;
      claim.confirm();
      assertThat(claim.isHeld()).isTrue();
    }
    server.conflicts = 50;
    assertThatThrownBy(() -> ours.claim("ours"))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "the Lease shop/orders-proteus was changed by somebody else 5 times while Proteus"
                + " claimed it; it is asked again.");
  }

  @Test
  void aClaimWhoseAnswerWasLostIsTakenAllTheSame() throws PortException {
    server.lostAnswers = 1;

    try (Claim claim = ours.claim("ours")) {
      claim.confirm();
      assertThat(theirs.holder()).isPresent();
    }
    assertThat(theirs.holder()).isEmpty();
  }

  @Test
  void aSignWhoseAnswerWasLostIsNotReliedOnAndGivenAgain() throws PortException {
    try (Claim claim = ours.claim("ours")) {
      clock.advance(Duration.ofSeconds(3));
      server.lostAnswers = 1;

      assertThatThrownBy(claim::confirm)
          .isInstanceOf(ClaimLost.class)
          .hasMessageStartingWith("Whether the claim of epoch 1 still holds cannot be told: ");
      claim.confirm();
      assertThat(claim.isHeld()).isTrue();
    }
  }

  @Test
  void whatCouldNotBeLetGoIsNotWaitedForByWhoeverHadIt() throws PortException {
    Claim claim = ours.claim("ours");
    server.refusal = 500;
    server.refusals = 1;
    claim.close();
    long before = clock.millis();

    assertThat(theirs.holder()).isPresent();
    try (Claim again = ours.claim("ours")) {
      assertThat(again.epoch()).isEqualTo(2);
      assertThat(clock.millis()).isEqualTo(before);
    }
  }

  @Test
  void whoCannotGiveASignStopsBeforeTheLeaseEnds() throws PortException {
    Claim claim = ours.claim("ours");
    assertThat(theirs.holder()).isPresent();
    server.refusal = 500;
    server.refusals = 1000;

    clock.advance(SESSION.multipliedBy(2).dividedBy(3));
    assertThat(claim.isHeld()).isFalse();
    server.refusals = 0;
    assertThat(theirs.holder()).as("it is not free yet").isPresent();
  }

  @Test
  void manyQuestionsInASecondAreOneSign() throws PortException {
    try (Claim claim = ours.claim("ours")) {
      clock.advance(Duration.ofSeconds(1));
      int before = server.leases.writes;
      for (int order = 0; order < 20; order++) {
        claim.confirm();
      }
      assertThat(server.leases.writes - before).isEqualTo(1);
    }
  }

  @Test
  void aHolderGivesSignsByItself() throws PortException {
    LeaseClaims busy = claims("shop/orders", Duration.ZERO, Duration.ofMillis(10), clock::advance);
    Claim claim = busy.claim("ours");
    for (int sign = 0; sign < 3; sign++) {
      int before = server.leases.writes;
      clock.advance(Duration.ofSeconds(3));
      Awaitility.await().until(() -> server.leases.writes > before);
    }
    assertThat(claim.isHeld()).isTrue();
    claim.close();
    assertThat(theirs.holder()).isEmpty();
  }

  private static Map<String, String> note(ClaimNotes notes, String key, String value)
      throws PortException {
    return notes.change(
        all -> {
          all.put(key, value);
          return all;
        });
  }

  @Test
  void whatIsNotedBesideItTheNextHolderFinds() throws PortException {
    ClaimNotes notes = ours.notes().orElseThrow();
    assertThat(notes.read()).isEmpty();
    try (Claim claim = ours.claim("ours")) {
      note(notes, "move.0-63", "n1 \"n2\",\nn3");
      clock.advance(Duration.ofSeconds(3));
      claim.confirm();
    }

    try (Claim next = theirs.claim("theirs")) {
      ClaimNotes found = theirs.notes().orElseThrow();
      assertThat(found.read()).containsExactly(Map.entry("move.0-63", "n1 \"n2\",\nn3"));
      found.change(all -> new HashMap<>());
      next.confirm();
    }
    clock.advance(Duration.ofSeconds(1));
    assertThat(notes.read()).isEmpty();
  }

  @Test
  void whatWasNotedWithinTheLastSecondIsKnownToWhoClaimsItAndToWhoAsksForAChange()
      throws PortException {
    ClaimNotes found = theirs.notes().orElseThrow();
    try (Claim claim = ours.claim("ours")) {
      assertThat(found.read()).isEmpty();
      note(ours.notes().orElseThrow(), "move.0-63", "n1");
      assertThat(found.read()).as("a second's memory").isEmpty();
      assertThat(found.change(all -> all)).containsEntry("move.0-63", "n1");
      note(ours.notes().orElseThrow(), "move.64-127", "n1");
      claim.confirm();
    }

    try (Claim next = theirs.claim("theirs")) {
      assertThat(found.read()).containsKeys("move.0-63", "move.64-127");
      next.confirm();
    }
  }

  /** Standbys note what they see of a cluster, too. */
  @Test
  void notesOfOthersAreNoSignOfLifeOfItsHolder() throws PortException {
    ours.claim("ours");
    assertThat(theirs.holder()).isPresent();

    clock.advance(SESSION.minusMillis(1));
    note(theirs.notes().orElseThrow(), "cuts", "7");
    assertThat(theirs.holder()).isPresent();
    clock.advance(Duration.ofMillis(1));

    assertThat(theirs.holder()).isEmpty();
  }

  @Test
  void notesGetLostByNobodyAndCostNobodyTheClaim() throws Exception {
    Claim claim = ours.claim("ours");
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> begun = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      ClaimNotes notes = ours.notes().orElseThrow();
      String key = "move." + thread;
      begun.add(
          threads.submit(
              () -> {
                for (int time = 0; time < 20; time++) {
                  note(notes, key + "." + time, "n1");
                }
                return null;
              }));
    }

    while (!begun.stream().allMatch(Future::isDone)) {
      clock.advance(Duration.ofSeconds(1)); // each question is a sign, and a write
      claim.confirm();
    }

    for (Future<?> each : begun) {
      each.get();
    }
    threads.shutdown();
    assertThat(ours.notes().orElseThrow().read()).hasSize(80);
    claim.close();
  }

  @Test
  void notesBesideAClaimOfAnotherClusterAreRefused() throws PortException {
    claims("shop/users", Duration.ZERO, NEVER, clock::advance).claim("users").close();

    assertThatThrownBy(() -> note(ours.notes().orElseThrow(), "cuts", "7"))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("which is the claim of shop/users. Name another.");
  }

  @Test
  void aLeaseThatIsDeletedIsLostAndMadeAnew() throws PortException {
    Claim claim = ours.claim("ours");
    server.leases.delete(LEASE);

    assertThatThrownBy(claim::confirm).isInstanceOf(ClaimLost.class);
    try (Claim again = theirs.claim("theirs")) {
      assertThat(again.isHeld()).isTrue();
    }
  }

  @Test
  void aLeaseThatSomebodyMadeForProteusIsTaken() throws Exception {
    server.leases.put(LEASE, "{}");

    try (Claim claim = ours.claim("ours")) {
      assertThat(claim.epoch()).isEqualTo(1);
      assertThat(theirs.holder()).isPresent();
    }
  }

  @Test
  void aLeaseThatSomethingElseUsesIsLeftAlone() throws Exception {
    server.leases.put(
        LEASE,
        "{\"holderIdentity\": \"operator-7\", \"renewTime\": \"2026-01-01T00:00:00.000000Z\"}");
    String before = server.leases.get(LEASE).toString();
    clock.advance(Duration.ofHours(1));

    assertThatThrownBy(() -> ours.claim("ours"))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "cloud.lease: want a Lease that is Proteus's alone, got orders-proteus of"
                + " cloud.namespace shop, which something else uses (operator-7). Name another.");
    assertThatThrownBy(() -> ours.holder()).isInstanceOf(PortException.class);
    assertThat(server.leases.get(LEASE)).hasToString(before);
  }

  @Test
  void theClaimOfAnotherClusterIsLeftAlone() throws PortException {
    claims("shop/users", Duration.ZERO, NEVER, clock::advance).claim("users").close();

    assertThatThrownBy(() -> ours.claim("ours"))
        .isInstanceOf(PortException.class)
        .hasMessage(
            "cloud.lease: want a Lease of shop/orders alone, got orders-proteus of cloud.namespace"
                + " shop, which is the claim of shop/users. Name another.");
  }

  @ParameterizedTest
  @CsvSource({
    "401, 'Kubernetes does not accept the credentials, or they have expired.'",
    "403, 'Kubernetes forbids to get leases in cloud.namespace shop: '",
    "429, 'Kubernetes answers no more requests for now (get leases)'",
    "500, 'Kubernetes refuses to get leases for shop/orders (500): '"
  })
  void saysWhatARefusalMeans(int code, String message) {
    server.refusal = code;
    server.refusals = 1;

    assertThatThrownBy(() -> ours.claim("ours"))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith(message);
    assertThat(server.leases.writes).isZero();
  }

  @Test
  void saysWhichRightIsMissingToMakeAndToChangeIt() throws Exception {
    server.forbidsToWrite = true;
    assertThatThrownBy(() -> ours.claim("ours"))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("Kubernetes forbids to create leases in cloud.namespace shop: ")
        .hasMessageEndingWith("The rights that are needed are in clouds/kubernetes/README.md.");
    server.leases.put(LEASE, "{}");
    assertThatThrownBy(() -> ours.claim("ours"))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("Kubernetes forbids to update leases in cloud.namespace shop: ");
  }

  @Test
  void aHolderWhoseRightIsTakenAwayActsNoMore() throws PortException {
    Claim claim = ours.claim("ours");
    clock.advance(Duration.ofSeconds(3));
    server.forbidsToWrite = true;

    assertThatThrownBy(claim::confirm)
        .isInstanceOf(ClaimLost.class)
        .hasMessageContaining("Kubernetes forbids to update leases");
    server.forbidsToWrite = false;
    claim.confirm();
  }

  @Test
  void saysThatTheNamespaceIsNotThere() {
    server.knowsLeases = false;

    assertThatThrownBy(() -> ours.claim("ours"))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith(
            "Kubernetes does not find what was asked for orders in cloud.namespace shop (create"
                + " leases): ");
  }

  @Test
  void saysThatNobodyAnswers() {
    server.close();

    assertThatThrownBy(() -> ours.claim("ours"))
        .isInstanceOf(PortException.class)
        .hasMessageStartingWith("Kubernetes cannot be reached: ");
  }

  /** Three processes want it, whatever happens: it never is that two may act. */
  @Test
  void neverHaveTwoItInFortyRunsWithFaults() throws Exception {
    int takeovers = 0;
    for (int seed = 0; seed < 40; seed++) {
      server.leases.delete(LEASE);
      takeovers += new LeaseTrial(server, client, new Random(seed)).run("seed " + seed);
    }
    assertThat(takeovers).as("claims that followed others").isGreaterThan(60);
  }
}
