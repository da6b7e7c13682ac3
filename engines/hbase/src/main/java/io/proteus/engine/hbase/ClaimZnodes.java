package io.proteus.engine.hbase;

import io.proteus.core.port.AlreadyClaimed;
import io.proteus.core.port.Claimant;
import io.proteus.core.port.Holder;
import io.proteus.core.port.PortException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * The two znodes of a claim. The first is ephemeral: there is one, and it is gone a session after
 * its holder died. The second stays, and is written in the same transaction as the first is made:
 * its version is the epoch of the claim.
 */
record ClaimZnodes(CuratorFramework zooKeeper, String claim, String epoch) {
  private static final int ATTEMPTS = 3;
  private static final String SINCE = ", since ";

  static ClaimZnodes under(CuratorFramework zooKeeper, String parent) {
    return new ClaimZnodes(zooKeeper, parent + "/proteus/claim", parent + "/proteus/epoch");
  }

  /**
   * Makes the claim and returns its epoch.
   *
   * @throws AlreadyClaimed when there is one
   */
  long take(Claimant claimant) throws PortException {
    byte[] body = body(claimant, Instant.now()).getBytes(StandardCharsets.UTF_8);
    try {
      for (int attempt = 1; ; attempt++) {
        try {
          return take(body);
        } catch (KeeperException.BadVersionException e) {
          if (attempt == ATTEMPTS) { // others take it and let go again between our two questions
            throw e;
          }
        }
      }
    } catch (KeeperException.NodeExistsException e) {
      throw new AlreadyClaimed(
          "Another Proteus acts on this cluster: %s. Stop it first; if it has died, its claim ends by itself within %d s."
              .formatted(
                  holder().map(Holder::toString).orElse("one that has just let go"),
                  ClusterConnection.SESSION.plusSeconds(3).toSeconds()));
    } catch (PortException e) {
      throw e;
    } catch (Exception e) { // Curator declares no narrower one
      throw failure("Cannot claim the cluster at " + claim, e);
    }
  }

  private long take(byte[] body) throws Exception {
    Stat before = zooKeeper.checkExists().forPath(epoch);
    if (before == null) {
      try {
        zooKeeper.create().creatingParentsIfNeeded().forPath(epoch, new byte[0]);
      } catch (KeeperException.NodeExistsException e) {
        // another makes it at the same time
      }
      before = zooKeeper.checkExists().forPath(epoch);
    }
    int version = before == null ? 0 : before.getVersion();
    try {
      zooKeeper
          .transaction()
          .forOperations(
              zooKeeper.transactionOp().setData().withVersion(version).forPath(epoch, body),
              zooKeeper
                  .transactionOp()
                  .create()
                  .withMode(CreateMode.EPHEMERAL)
                  .forPath(claim, body));
      return version + 1L;
    } catch (KeeperException.NodeExistsException | KeeperException.BadVersionException e) {
      // a transaction that was answered by a lost connection may have been done: then it is ours
      Stat now = new Stat();
      if (Arrays.equals(zooKeeper.getData().storingStatIn(now).forPath(epoch), body)) {
        return now.getVersion();
      }
      throw e;
    }
  }

  /** A sentence for people, and below it where the claimant answers, if it does. */
  static String body(Claimant claimant, Instant now) {
    String sentence = claimant + SINCE + now;
    return claimant.url() == null ? sentence : sentence + "\n" + claimant.url();
  }

  /** The holder in a body. Bodies from before addresses had a line have none. */
  static Holder holder(String body, long epoch) {
    List<String> lines = body.lines().toList();
    String sentence = lines.isEmpty() ? "" : lines.get(0);
    String url = lines.size() > 1 ? lines.get(1) : null;
    int since = sentence.lastIndexOf(SINCE);
    String who = since < 0 ? sentence : sentence.substring(0, since);
    String end = " at " + url;
    return new Holder(
        url != null && who.endsWith(end) ? who.substring(0, who.length() - end.length()) : who,
        since < 0 ? "an unknown time" : sentence.substring(since + SINCE.length()),
        epoch,
        url);
  }

  /** Who holds the claim now; empty when it is free. */
  Optional<Holder> holder() throws PortException {
    try {
      String body = new String(zooKeeper.getData().forPath(claim), StandardCharsets.UTF_8);
      Stat stat = zooKeeper.checkExists().forPath(epoch);
      return Optional.of(holder(body, stat == null ? 0 : stat.getVersion()));
    } catch (KeeperException.NoNodeException e) {
      return Optional.empty();
    } catch (Exception e) { // Curator declares no narrower one
      throw failure("Cannot read who claims the cluster at " + claim, e);
    }
  }

  /**
   * Whether a claim of this epoch exists. A transaction that changes nothing asks for it: unlike a
   * read, the quorum answers it, in the caller's session.
   *
   * @throws PortException when there is no answer within the limit
   */
  boolean has(long wanted, Duration limit) throws PortException {
    CompletableFuture<Integer> answer = new CompletableFuture<>();
    try {
      zooKeeper
          .transaction()
          .inBackground((client, event) -> answer.complete(event.getResultCode()))
          .forOperations(
              zooKeeper.transactionOp().check().withVersion((int) wanted).forPath(epoch),
              zooKeeper.transactionOp().check().forPath(claim));
      KeeperException.Code code =
          KeeperException.Code.get(answer.get(limit.toMillis(), TimeUnit.MILLISECONDS));
      return switch (code) {
        case OK -> true;
        case NONODE, BADVERSION -> false;
        default -> throw new PortException("%s: ZooKeeper says %s".formatted(claim, code));
      };
    } catch (TimeoutException e) {
      throw new PortException(
          "%s: ZooKeeper does not answer within %d ms".formatted(claim, limit.toMillis()), e);
    } catch (ExecutionException e) {
      throw failure(claim, e);
    } catch (PortException e) {
      throw e;
    } catch (Exception e) { // Curator declares no narrower one
      throw failure(claim, e);
    }
  }

  /** Takes the claim away, if this session made it. */
  void remove(long session) throws PortException {
    try {
      Stat stat = zooKeeper.checkExists().forPath(claim);
      if (stat != null && stat.getEphemeralOwner() == session) {
        zooKeeper.delete().withVersion(stat.getVersion()).forPath(claim);
      }
    } catch (KeeperException.NoNodeException e) {
      // it has gone by itself
    } catch (Exception e) { // Curator declares no narrower one
      throw failure("Cannot let the claim %s go".formatted(claim), e);
    }
  }

  /** The failure, with a next move where one is known. */
  PortException failure(String what, Exception e) {
    if (e instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    if (e instanceof KeeperException.NoAuthException) {
      String folder = claim.substring(0, claim.lastIndexOf('/'));
      return new PortException(
          "%s: ZooKeeper does not let this user. Let it be one of hbase.superuser, or make %s for it beforehand; and run every Proteus of this cluster as the same user (docs/hbase.md, a secured cluster)."
              .formatted(what, folder),
          e);
    }
    return new PortException("%s: %s".formatted(what, e), e);
  }
}
