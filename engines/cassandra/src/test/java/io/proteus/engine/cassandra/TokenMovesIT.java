package io.proteus.engine.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import io.proteus.core.cluster.Capability;
import io.proteus.core.cluster.NodeId;
import io.proteus.core.cluster.Observation;
import io.proteus.core.cluster.Partition;
import io.proteus.core.cluster.Sample;
import io.proteus.core.cluster.Token;
import io.proteus.core.cluster.Topology;
import io.proteus.core.decision.DecisionTrigger;
import io.proteus.core.decision.TokenBalance;
import io.proteus.core.history.RateMeter;
import io.proteus.core.plan.Planner;
import io.proteus.core.port.PortException;
import io.proteus.core.port.TokenMoves;
import io.proteus.core.step.MoveToken;
import io.proteus.core.step.Step;
import io.proteus.core.strategy.ReasonCode;
import io.proteus.core.strategy.Situation;
import io.proteus.core.strategy.StrategyMemory;
import io.proteus.core.strategy.Verdict;
import io.proteus.core.units.ByteSize;
import io.proteus.engine.file.Notes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Three real nodes with one token each: their tokens are moved by what they serve. */
class TokenMovesIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration MEASURED = Duration.ofSeconds(4);
  private static final long BETWEEN_WRITES_NANOS = 3_000_000;
  private static final int MOST_MOVES = 4;

  /** A third is even; two nodes begin with nearly a half each. */
  private static final double UNEVEN = 0.43;

  private static final List<NodeId> NODES =
      List.of(new NodeId("127.0.0.1"), new NodeId("127.0.0.2"), new NodeId("127.0.0.3"));

  private static RingUnderTest ring;

  @BeforeAll
  static void start() throws PortException {
    ring =
        new RingUnderTest(
            Path.of("target/it-tokens"),
            Map.of("num_tokens", "1", "allocate_tokens_for_local_replication_factor", "1"));
    // one range has 90 % of all tokens, and two nodes have its copies
    giveTokens(0.9, 0.95, 1);
  }

  @AfterAll
  static void stop() throws PortException {
    if (ring != null) {
      ring.close();
    }
  }

  private static void giveTokens(double... places) throws PortException {
    for (int node = 0; node < places.length; node++) {
      long token = (long) ((places[node] - 0.5) * Math.scalb(1.0, 64));
      if (!Optional.of(token).equals(ring.store.look().onlyToken(NODES.get(node).value()))) {
        done(new MoveToken(NODES.get(node), new Token(0), new Token(token), ByteSize.ZERO));
      }
    }
  }

  /** Orders a step as a plan's execution does: a refusal is waited out. */
  private static void done(Step step) {
    await()
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(500))
        .ignoreException(PortException.class)
        .until(
            () -> {
              Topology now = ring.store.topology();
              if (!step.isDone(now) && step.blockedBy(now).isEmpty()) {
                step.issue(ring.ports);
              }
              return step.isDone(now);
            });
  }

  private static Situation measured() throws Exception {
    ring.store.sample();
    Sample before = ring.store.sample();
    TimeUnit.MILLISECONDS.sleep(MEASURED.toMillis());
    Observation latest =
        RateMeter.observe(2, before, ring.store.sample(), Map.of(), Set.of(Capability.MOVE_TOKEN));
    return new Situation(
        latest.topology().at(),
        latest,
        1,
        true,
        latest.rates(),
        latest.loads(),
        null,
        StrategyMemory.INITIAL);
  }

  /** What share of all work of keyspace k each node has. */
  private static Map<NodeId, Double> shares(Situation now) {
    Map<NodeId, Double> shares = new TreeMap<>();
    double all = now.partitions().stream().mapToDouble(loaded -> loaded.load()).sum();
    for (var loaded : now.partitions()) {
      Partition range = loaded.partition();
      shares.merge(range.node(), loaded.load() / all, Double::sum);
    }
    return shares;
  }

  private static Verdict decided(Situation now) {
    Verdict hold = Verdict.hold(ReasonCode.PLACED_BY_STORE.says("three nodes stay"), now.memory());
    return TokenBalance.usual()
        .propose(now, DecisionTrigger.ON_REQUEST, Optional.of(hold))
        .orElseThrow();
  }

  @Test
  void tokensMoveUntilLoadsAreEvenAndGoBackAndNoAcknowledgedWriteIsLost() throws Exception {
    try (Writes writes = new Writes()) {
      Situation first = measured();
      assertThat(shares(first).values()).anyMatch(share -> share > UNEVEN);
      List<Step> moves = new ArrayList<>();
      Situation now = first;
      Verdict verdict = decided(now);
      while (verdict instanceof Verdict.Retarget wanted && moves.size() < MOST_MOVES) {
        Step move = Planner.met().plan(now, wanted).steps().get(0);
        done(move);
        moves.add(move);
        now = measured();
        verdict = decided(now);
      }
      assertThat(moves).isNotEmpty().hasSizeLessThan(MOST_MOVES);
      assertThat(shares(now).values()).allMatch(share -> share < UNEVEN);

      Collections.reverse(moves);
      for (Step move : moves) {
        done(move.inverse(now.topology()).orElseThrow());
      }

      assertThat(ring.store.topology().ownership()).isEqualTo(first.topology().ownership());
      writes.end();
      assertThat(writes.lost()).isEmpty();
      assertThat(ring.store.underWay().failures()).isEmpty();
    }
  }

  @Test
  void aMoveIsOrderedOnceAndNothingElseBesideIt() throws Exception {
    NodeId node = NODES.get(2);
    long before = ring.store.look().onlyToken(node.value()).orElseThrow();
    TokenMoves orders = ring.ports.need(TokenMoves.class);
    long taken = ring.store.look().onlyToken(NODES.get(0).value()).orElseThrow();

    assertThatThrownBy(() -> orders.moveToken(node, new Token(taken)))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("127.0.0.1 has " + taken + " already");

    new Notes(ring.settings.folder(), ring.settings.cluster())
        .change(
            all -> {
              all.put("failed.join 127.0.0.3", UnderWay.BROKE_OFF);
              return all;
            });
    orders.moveToken(node, new Token(before - 1000));
    orders.moveToken(node, new Token(before - 1000));

    assertThatThrownBy(() -> orders.moveToken(NODES.get(1), new Token(before - 2000)))
        .isInstanceOf(PortException.class)
        .hasMessageContaining("the token of 127.0.0.2");
    try (CassandraStore ofTheNext = CassandraStore.connect(ring.settings, Set.of())) {
      await("as the next Proteus sees it")
          .pollDelay(Duration.ZERO)
          .until(() -> !ofTheNext.topology().inTransition().isEmpty());
      new RingOrders(ofTheNext).moveToken(node, new Token(before - 1000));
      assertThat(ofTheNext.underWay().order()).isEmpty();
    }
    done(new MoveToken(node, new Token(before), new Token(before - 1000), ByteSize.ZERO));
    assertThat(ring.store.underWay().failures()).as("what was left is cleaned up").isEmpty();
    done(new MoveToken(node, new Token(before - 1000), new Token(before), ByteSize.ZERO));
  }

  /** Writes at QUORUM, and reads back all that was acknowledged. */
  private static final class Writes implements AutoCloseable {
    final List<Integer> acknowledged = Collections.synchronizedList(new ArrayList<>());
    private final AtomicBoolean over = new AtomicBoolean();
    private final CqlSession client = RingUnderTest.client();
    private final PreparedStatement write = client.prepare("insert into k.t (id, v) values (?, ?)");
    private final PreparedStatement read = client.prepare("select v from k.t where id = ?");
    private final Thread writer = new Thread(this::write);

    Writes() {
      writer.start();
    }

    private void write() {
      for (int id = 1_000_000; !over.get(); id++) {
        try {
          client.execute(write.bind(id, "w" + id).setConsistencyLevel(ConsistencyLevel.QUORUM));
          acknowledged.add(id);
        } catch (DriverException e) {
          // not acknowledged, so it may be lost
        }
        LockSupport.parkNanos(BETWEEN_WRITES_NANOS);
      }
    }

    void end() throws InterruptedException {
      over.set(true);
      writer.join(PATIENCE.toMillis());
    }

    List<Integer> lost() {
      return acknowledged.stream()
          .filter(
              id ->
                  client
                      .execute(read.bind(id).setConsistencyLevel(ConsistencyLevel.QUORUM))
                      .all()
                      .stream()
                      .noneMatch(row -> ("w" + id).equals(row.getString("v"))))
          .toList();
    }

    @Override
    public void close() throws InterruptedException {
      end();
      client.close();
    }
  }
}
