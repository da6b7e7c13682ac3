package io.proteus.controller.execution;

import io.proteus.controller.journal.Journal;
import io.proteus.controller.journal.JournalEvent.BalancerRestored;
import io.proteus.controller.journal.JournalEvent.BalancerTaken;
import io.proteus.controller.journal.JournalException;
import io.proteus.core.cluster.Topology;
import io.proteus.core.port.OwnBalancer;
import io.proteus.core.port.PortException;
import io.proteus.core.port.Ports;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the store's own balancer off while Proteus acts, and restores it afterwards. After a crash
 * the next Proteus finds in the journal that it has to be restored.
 */
public final class Balancer {
  private static final Logger LOG = LoggerFactory.getLogger(Balancer.class);

  private final Ports ports;
  private final Journal journal;
  private final Time time;
  private int holders;

  public Balancer(Ports ports, Journal journal, Time time) {
    this.ports = ports;
    this.journal = journal;
    this.time = time;
  }

  /** Keeps the balancer off. */
  public interface Hold extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Switches the balancer off if it is on. That it has to be switched on again is in the journal
   * before. May be held several times; the last to let go puts it back.
   */
  public Hold hold() throws PortException, JournalException {
    if (holders == 0) {
      Topology now = ports.store().topology();
      if (now.balancerOn()) {
        if (!journal.balancerIsTaken()) {
          journal.append(time.now(), new BalancerTaken());
        }
        switchOff();
      }
    }
    holders++;
    return this::letGo;
  }

  private void switchOff() throws PortException {
    try {
      ports.need(OwnBalancer.class).switchBalancer(false);
    } catch (PortException e) {
      restore(); // it may be off all the same
      throw e;
    }
  }

  private void letGo() {
    holders--;
    if (holders == 0) {
      restore();
    }
  }

  /**
   * Puts the balancer back where Proteus switched it off, in this run or one before; tries for a
   * while. Whether it is as it was.
   */
  public boolean restore() {
    Optional<String> problem =
        new Retries(time)
            .untilDone(
                () -> {
                  if (journal.balancerIsTaken()) {
                    ports.need(OwnBalancer.class).switchBalancer(true);
                    journal.append(time.now(), new BalancerRestored());
                  }
                });
    problem.ifPresent(
        why ->
            LOG.error(
                "the store's balancer may still be off: {}. The next start of Proteus tries again.",
                why));
    return problem.isEmpty();
  }
}
